import type { PresenceStatus } from "@atoll/contract/people/presence";
import { presenceStatusSchema } from "@atoll/contract/people/presence-schemas";
import { sql } from "kysely";
import type { ChosenStatus } from "../../../column-types.ts";
import { notifyTopics } from "../../../notify-topics.ts";
import type { CommandHandlers } from "../../../platform/realtime/commands.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { isKnownToGuest } from "../guests.ts";
import { assertLetIn, everybodysRoom, ownRoom } from "../public.ts";
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

  async function knownTo(guestId: string, userIds: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`SELECT a.id FROM accounts a
      WHERE a.id = ANY(${[...userIds]}::uuid[]) AND ${isKnownToGuest(sql`${guestId}::uuid`, sql`a.id`)}`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  }

  const commands: CommandHandlers = {
    async "presence.watch"({ userIds: wanted }, sender) {
      assertLetIn(sender);
      // Colleagues are all in this room, and guests never are.
      const userIds = sender.isIn(everybodysRoom) ? wanted : await knownTo(sender.userId, wanted);
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
  return { commands, topics: { [notifyTopics.statusChosen]: chosen.hear }, onGap: chosen.load };
}

interface ChosenStatuses {
  of(userId: string): ChosenStatus | null;
  /** Stores a person's choice, or removes it with null. The same choice writes nothing. */
  choose(userId: string, status: ChosenStatus | null): Promise<void>;
  /** Processes an announcement that somebody has chosen a status, on any node. */
  hear(payload: string): void;
  /** Reads all of them. */
  load(): Promise<void>;
}

/** Returns the chosen statuses of everybody, in memory: few people have one, and looking it up costs no query. */
function createChosenStatuses(db: Database, onChange: (userId: string) => void): ChosenStatuses {
  const statuses = new Map<string, ChosenStatus>();
  /** Statuses this node has written whose announcements have not arrived yet. */
  const unheard = new Map<string, (ChosenStatus | null)[]>();

  function set(userId: string, status: ChosenStatus | null): void {
    if (status === null) statuses.delete(userId);
    else statuses.set(userId, status);
    onChange(userId);
  }

  /** Returns whether it was there. */
  function takeUnheard(userId: string, status: ChosenStatus | null): boolean {
    const written = unheard.get(userId) ?? [];
    const at = written.indexOf(status);
    if (at !== -1) written.splice(at, 1);
    if (written.length === 0) unheard.delete(userId);
    return at !== -1;
  }

  return {
    of: (userId) => statuses.get(userId) ?? null,
    hear(payload) {
      const [userId = "", word] = payload.split(" ");
      const status = asChosen(presenceStatusSchema.nullable().parse(word ?? null));
      takeUnheard(userId, status);
      // Announcements come in the order of commits: while one of this node's is on its way, this one is out of date.
      if (!unheard.has(userId)) set(userId, status);
    },
    async load() {
      const rows = await db.selectFrom("chosen_statuses").select(["user_id", "status"]).execute();
      // Announcements may have been lost.
      unheard.clear();
      const now = new Map(rows.map((row) => [row.user_id, row.status]));
      for (const userId of new Set([...statuses.keys(), ...now.keys()])) set(userId, now.get(userId) ?? null);
    },
    async choose(userId, status) {
      if (status === (statuses.get(userId) ?? null)) return;
      unheard.set(userId, [...(unheard.get(userId) ?? []), status]);
      let isWritten = false;
      try {
        isWritten = await write(db, userId, status);
      } finally {
        // A status that was not written is not announced.
        if (!isWritten) takeUnheard(userId, status);
      }
      // The announcement follows a moment later, but the response must not be sent before the state changes. If it has
      // already arrived, a newer choice may have arrived, too.
      if (!isWritten || unheard.get(userId)?.includes(status)) set(userId, status);
    },
  };
}

/** Returns whether a row was written: an earlier choice may already be removed. */
async function write(db: Database, userId: string, status: ChosenStatus | null): Promise<boolean> {
  if (status === null) {
    const gone = await db.deleteFrom("chosen_statuses").where("user_id", "=", userId).executeTakeFirst();
    return gone.numDeletedRows > 0n;
  }
  await db
    .insertInto("chosen_statuses")
    .values({ user_id: userId, status })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ status }))
    .execute();
  return true;
}

/** Choosing to be online is the same as choosing nothing. */
function asChosen(status: PresenceStatus | null): ChosenStatus | null {
  return status === "online" ? null : status;
}
