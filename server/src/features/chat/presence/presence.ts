import type { PresenceStatus } from "@atoll/contract/chat/events";
import { AppError } from "../../../platform/app-error.ts";
import type { Notifications } from "../../../platform/database/notifications.ts";
import type { Log } from "../../../platform/log.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Database } from "../../../tables.ts";
import { assertChatter, channelRoom, chatterRoom, presenceRoom } from "../rooms.ts";
import { asChosen, openChosenStatuses } from "./chosen-statuses.ts";

/** Who closes the last browser is still here for so long: a page that is loaded anew must not flicker. */
const goneAfterMs = 4_000;

export interface Presence {
  /** The members of a channel who are here at this moment and not away, for `@here`. */
  whoIsHere(channelId: string): string[];
}

/**
 * Who is here. Somebody is when a socket of theirs is open that may use team chat: away when they left the keyboard of
 * all of them, else online, or as they chose. It is told to browsers that watch the person, and costs nothing where
 * nobody does. Specification, section 2 (chat screen).
 *
 * With several nodes, what is chosen is known to all of them, and a room's listeners are wherever they are; who is
 * here (`realtime.socketsIn`) is each node's own knowledge, kept in `socket.data` so that an adapter can gather it.
 */
export async function connectPresence(deps: {
  db: Database;
  notifications: Notifications;
  realtime: Realtime;
  log: Log;
}): Promise<Presence> {
  const { realtime } = deps;
  const leaving = new Map<string, { timer: NodeJS.Timeout; isIdle: boolean }>();
  /** What the watchers of a person know; only of people who are watched. */
  const told = new Map<string, PresenceStatus | null>();
  const chosen = await openChosenStatuses({ ...deps, onChange: tell });

  function statusOf(userId: string): PresenceStatus | null {
    const sockets: { isIdle: boolean }[] = realtime.socketsIn(chatterRoom(userId));
    const gone = leaving.get(userId);
    const here = sockets.length > 0 || !gone ? sockets : [gone];
    if (here.length === 0) return null;
    return chosen.of(userId) ?? (here.every(({ isIdle }) => isIdle) ? "away" : "online");
  }

  function tell(userId: string): void {
    const before = told.get(userId);
    if (before === undefined) return;
    const status = statusOf(userId);
    if (status === before) return;
    told.set(userId, status);
    realtime.send(presenceRoom(userId), "presence.changed", { userId, status });
  }

  function stay(userId: string): void {
    clearTimeout(leaving.get(userId)?.timer);
    leaving.delete(userId);
  }

  realtime.watchRooms(chatterRoom(""), {
    entered(userId) {
      stay(userId);
      tell(userId);
    },
    left(userId, { isIdle, isClosing }) {
      // Whoever may not chat any more is gone at once.
      if (isClosing && !realtime.isHeard(chatterRoom(userId))) {
        stay(userId);
        const timer = setTimeout(() => {
          leaving.delete(userId);
          tell(userId);
        }, goneAfterMs);
        leaving.set(userId, { timer: timer.unref(), isIdle });
      }
      tell(userId);
    },
  });
  realtime.watchRooms(presenceRoom(""), {
    entered() {},
    left(userId) {
      if (!realtime.isHeard(presenceRoom(userId))) told.delete(userId);
    },
  });

  realtime.handle("presence.watch", ({ userIds }, sender) => {
    assertChatter(sender);
    sender.choose(userIds.map(presenceRoom), chatterRoom(sender.userId));
    const presences = [...new Set(userIds)].map((userId) => {
      const status = statusOf(userId);
      told.set(userId, status);
      return { userId, status };
    });
    return { presences };
  });

  realtime.handle("presence.count", ({ channelId }, sender) => {
    // Who is no member must not learn how lively a channel is.
    if (!sender.isIn(channelRoom(channelId))) throw new AppError("channel_not_found");
    return { online: new Set(realtime.socketsIn(channelRoom(channelId)).map(({ userId }) => userId)).size };
  });

  realtime.handle("presence.set", async ({ isIdle, status }, sender) => {
    assertChatter(sender);
    sender.setIdle(isIdle);
    if (status !== undefined) await chosen.choose(sender.userId, asChosen(status));
    tell(sender.userId);
    return { status: chosen.of(sender.userId) };
  });

  return {
    whoIsHere(channelId) {
      const here = new Set(realtime.socketsIn(channelRoom(channelId)).map(({ userId }) => userId));
      return [...here].filter((userId) => statusOf(userId) !== "away");
    },
  };
}
