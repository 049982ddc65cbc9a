import type { PresenceStatus } from "@atoll/contract/people/presence";
import { announcements } from "../../../announcements.ts";
import type { CommandHandlers } from "../../../platform/realtime/commands.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";
import { assertLetIn, ownRoom } from "../access.ts";
import { asChosen, createChosenStatuses } from "./chosen-statuses.ts";
import type { HereOnNode } from "./here-elsewhere.ts";

/** A person who closes their last browser stays online for this long, so that reloading a page does not flicker. */
const goneAfterMs = 4_000;

/** Returns the room of sockets that watch a person's presence. */
const presenceRoom = (userId: string): string => `presence:${userId}`;

/**
 * Tracks who is online. A person is online when one of their sockets is open and admitted, whatever features they can
 * use; away when they are idle on all of them; or the status they chose. It is sent to browsers that watch the person,
 * and costs nothing if nobody does. Specification, section 2 (chat screen).
 *
 * With several nodes, each knows everyone's presence on all of them, and sends changes to the watchers on its own
 * sockets.
 */
export function connectPresence({
  db,
  realtime,
  hereElsewhere: elsewhere,
  addGauge,
}: SliceContext): LivePart {
  const leaving = new Map<string, { timer: NodeJS.Timeout; isIdle: boolean }>();
  /** The statuses last sent to watchers. Contains only people who are watched. */
  const told = new Map<string, PresenceStatus | null>();
  const chosen = createChosenStatuses(db, tell);
  elsewhere.onChange(tell);
  addGauge("atoll_people_here", "People with a browser open on this node.", elsewhere.countHere);

  function hereOnThisNode(userId: string): HereOnNode | undefined {
    const sockets = realtime.socketsIn(ownRoom(userId));
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

  realtime.watchRooms(ownRoom(""), {
    entered(userId) {
      stay(userId);
      changed(userId);
    },
    left(userId, { isIdle, isClosing }) {
      // A person who has lost access is offline immediately.
      if (isClosing && !realtime.isHeard(ownRoom(userId))) {
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
      assertLetIn(sender);
      sender.choose("presence", userIds.map(presenceRoom), ownRoom(sender.userId));
      const presences = [...new Set(userIds)].map((userId) => {
        const status = statusOf(userId);
        told.set(userId, status);
        return { userId, status };
      });
      return { presences };
    },
    async "presence.set"({ isIdle, status }, sender) {
      assertLetIn(sender);
      sender.setIdle(isIdle);
      if (status !== undefined) await chosen.choose(sender.userId, asChosen(status));
      changed(sender.userId);
      return { status: chosen.of(sender.userId) };
    },
  };
  return { commands, topics: { [announcements.statusChosen]: chosen.hear }, onGap: chosen.load };
}
