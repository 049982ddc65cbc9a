import type { PresenceStatus } from "@atoll/contract/people/presence";
import { announcements } from "../../../announcements.ts";
import { AppError } from "../../../platform/app-error.ts";
import type { CommandHandlers } from "../../../platform/realtime/commands.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";
import { countMembers } from "../member-queries.ts";
import { assertChatter, channelRoom, chatterRoom, presenceRoom } from "../rooms.ts";
import { asChosen, createChosenStatuses } from "./chosen-statuses.ts";
import { type HereOnNode, watchElsewhere } from "./here-elsewhere.ts";

/** Who closes the last browser is still here for so long: a page that is loaded anew must not flicker. */
const goneAfterMs = 4_000;

/**
 * Who is here. Somebody is when a socket of theirs is open that may use team chat: away when they left the keyboard of
 * all of them, else online, or as they chose. It is told to browsers that watch the person, and costs nothing where
 * nobody does. Specification, section 2 (chat screen).
 *
 * With several nodes each knows how everybody is here on all of them, and tells the watchers whose sockets it has.
 */
export function connectPresence({ db, realtime, bus }: SliceContext): LivePart {
  const leaving = new Map<string, { timer: NodeJS.Timeout; isIdle: boolean }>();
  /** What the watchers of a person know; only of people who are watched. */
  const told = new Map<string, PresenceStatus | null>();
  const chosen = createChosenStatuses(db, tell);
  const elsewhere = watchElsewhere(bus, tell);

  function hereOnThisNode(userId: string): HereOnNode | undefined {
    const sockets = realtime.socketsIn(chatterRoom(userId));
    if (sockets.length === 0) return leaving.get(userId);
    return { isIdle: sockets.every(({ isIdle }) => isIdle) };
  }

  function statusOf(userId: string): PresenceStatus | null {
    const own = hereOnThisNode(userId);
    const here = own ? [own, ...elsewhere.of(userId)] : elsewhere.of(userId);
    if (here.length === 0) return null;
    return chosen.of(userId) ?? (here.every(({ isIdle }) => isIdle) ? "away" : "online");
  }

  /** Something about how a person is here on this node may have changed. */
  function changed(userId: string): void {
    elsewhere.tell(userId, hereOnThisNode(userId));
    tell(userId);
  }

  function tell(userId: string): void {
    const before = told.get(userId);
    if (before === undefined) return;
    const status = statusOf(userId);
    if (status === before) return;
    told.set(userId, status);
    realtime.sendHere(presenceRoom(userId), "presence.changed", { userId, status });
  }

  function stay(userId: string): void {
    clearTimeout(leaving.get(userId)?.timer);
    leaving.delete(userId);
  }

  realtime.watchRooms(chatterRoom(""), {
    entered(userId) {
      stay(userId);
      changed(userId);
    },
    left(userId, { isIdle, isClosing }) {
      // Whoever may not chat any more is gone at once.
      if (isClosing && !realtime.isHeard(chatterRoom(userId))) {
        stay(userId);
        const timer = setTimeout(() => {
          leaving.delete(userId);
          changed(userId);
        }, goneAfterMs);
        leaving.set(userId, { timer: timer.unref(), isIdle });
      }
      changed(userId);
    },
  });
  realtime.watchRooms(presenceRoom(""), {
    entered() {},
    left(userId) {
      if (!realtime.isHeard(presenceRoom(userId))) told.delete(userId);
    },
  });

  const commands: CommandHandlers = {
    "presence.watch"({ userIds }, sender) {
      assertChatter(sender);
      sender.choose(userIds.map(presenceRoom), chatterRoom(sender.userId));
      const presences = [...new Set(userIds)].map((userId) => {
        const status = statusOf(userId);
        told.set(userId, status);
        return { userId, status };
      });
      return { presences };
    },
    async "presence.count"({ channelId }, sender) {
      // Who is no member must not learn how lively a channel is.
      if (!sender.isIn(channelRoom(channelId))) throw new AppError("channel_not_found");
      const here = new Set(realtime.socketsIn(channelRoom(channelId)).map(({ userId }) => userId));
      const others = [...elsewhere.userIds()].filter((userId) => !here.has(userId));
      return { online: here.size + (await countMembers(db, channelId, others)) };
    },
    async "presence.set"({ isIdle, status }, sender) {
      assertChatter(sender);
      sender.setIdle(isIdle);
      if (status !== undefined) await chosen.choose(sender.userId, asChosen(status));
      changed(sender.userId);
      return { status: chosen.of(sender.userId) };
    },
  };
  return { commands, topics: { [announcements.statusChosen]: chosen.hear }, onGap: chosen.load };
}
