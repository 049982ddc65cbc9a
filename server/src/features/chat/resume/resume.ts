import {
  maxMissedChanges,
  maxMissedInAll,
  type ResumedHead,
  type ResumePosition,
} from "@atoll/contract/chat/resume-command";
import type { CommandAnswer } from "@atoll/contract/events";
import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { batchReads } from "../../../platform/database/batch-reads.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { type HeadRow, lastMessage, selectHeads } from "../channel-queries.ts";
import { type MessageRow, selectMessages } from "../message-queries.ts";
import { assertMayChat } from "../policy.ts";
import { type MessageSources, peopleIn, presentChange, presentHead, presentPreview } from "../present.ts";
import { assertChatter } from "../rooms.ts";
import { unreadThreads } from "../threads/thread-queries.ts";

/** Returns the read positions of several people: `selectHeads` and `countUnreadThreads` for each of them. */
async function readStandings(db: Database, userIds: readonly string[]) {
  const rows = await db
    .selectFrom(sql<{ id: string }>`unnest(${[...new Set(userIds)]}::uuid[])`.as<"person">(sql`person(id)`))
    .select((eb) => [
      "person.id",
      jsonArrayFrom(selectHeads(db, eb.ref("person.id"))).as("heads"),
      unreadThreads(eb.ref("person.id")).as("unreadThreads"),
    ])
    .execute();
  return new Map<string, { heads: HeadRow[]; unreadThreads: number }>(rows.map((row) => [row.id, row]));
}

/** Returns the last message of each of these channels, as lists show it. */
async function readPreviews(db: Database, channelIds: readonly string[]) {
  const ids = [...new Set(channelIds)];
  const query = db
    .selectFrom("channels as c")
    .select(["c.id", "c.last_activity", lastMessage(db).as("last_message")])
    .where(sql<boolean>`c.id = ANY(${ids}::uuid[])`);
  const rows = ids.length === 0 ? [] : await query.execute();
  return new Map(rows.map((row) => [row.id, row]));
}

interface Place {
  channelId: string;
  since: number;
}

/** Returns the changes after each of these positions, all within `maxMissedChanges`, in order of change. */
async function readMissed(
  db: Database,
  places: readonly Place[],
): Promise<(channelId: string, since: number | undefined) => readonly MessageRow[]> {
  const found = new Map<string, MessageRow[]>();
  const asked = new Map(places.map((place) => [keyOf(place.channelId, place.since), place]));
  if (asked.size > 0) {
    for (const row of await selectMissed(db, [...asked.values()])) {
      const key = keyOf(row.channel_id, row.since);
      const rows = found.get(key);
      if (rows) rows.push(row);
      else found.set(key, [row]);
    }
  }
  return (channelId, since) => (since === undefined ? [] : (found.get(keyOf(channelId, since)) ?? []));
}

const keyOf = (channelId: string, since: number) => `${channelId} ${since}`;

function selectMissed(db: Database, places: readonly Place[]) {
  const channelIds = places.map(({ channelId }) => channelId);
  const sinces = places.map(({ since }) => since);
  // Reads each position by its index; the limit tells PostgreSQL that there are few rows.
  const changed = sql<{ id: string; since: number }>`(
    SELECT y.id, p.since FROM unnest(${channelIds}::uuid[], ${sinces}::bigint[]) AS p (channel_id, since)
    CROSS JOIN LATERAL (
      SELECT id FROM messages WHERE channel_id = p.channel_id AND changed_seq > p.since
      ORDER BY changed_seq LIMIT ${sql.lit(maxMissedChanges)}
    ) y
  )`.as<"w">(sql`w(id, since)`);
  return selectMessages(db)
    .innerJoin(changed, "w.id", "x.id")
    .select("w.since")
    .orderBy("x.changed_seq")
    .execute();
}

interface Asker {
  userId: string;
  positions: readonly ResumePosition[];
}
type Answer = CommandAnswer<"streams.resume">;

/**
 * Answers browsers that reconnect with their positions and missed changes. After a restart, all of them ask at once:
 * their requests are batched, and changes that several of them missed are read once.
 */
export function connectResume({ db, people, viewers }: SliceContext): LivePart {
  const resume = batchReads((askers: readonly Asker[]) => answerAll({ db, people }, askers));
  return {
    commands: {
      async "streams.resume"({ positions }, sender) {
        assertChatter(sender);
        // Checks the current permissions, as for a request. Throws if the session has ended.
        assertMayChat(await viewers.ofCommand(sender));
        return (await resume({ userId: sender.userId, positions })) ?? nothing;
      },
    },
  };
}

const nothing: Answer = { heads: [], unreadThreads: 0 };

/**
 * Reads memberships, heads and changes in one snapshot: nobody receives changes from a channel that they had left, and
 * a browser that applies the response is exactly at the heads.
 */
async function answerAll(
  { db, people }: MessageSources,
  askers: readonly Asker[],
): Promise<Map<Asker, Answer>> {
  const { needs, previews, missed } = await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute((tx) => readNeeds(tx, askers));
  const shown = await peopleIn(
    people,
    needs.flatMap(({ heads }) => heads.flatMap(({ row, since }) => missed(row.id, since))),
  );

  function present({ row, needsPreview, since }: Need, viewerId: string): ResumedHead {
    const preview = needsPreview ? previews.get(row.id) : undefined;
    return {
      ...presentHead(row),
      ...(preview && { preview: presentPreview(preview) }),
      ...(since !== undefined && {
        missed: missed(row.id, since).map((change) => presentChange(change, shown, viewerId)),
      }),
    };
  }
  return new Map(
    needs.map(({ asker, unreadThreads, heads }) => [
      asker,
      { heads: heads.map((need) => present(need, asker.userId)), unreadThreads },
    ]),
  );
}

async function readNeeds(tx: Database, askers: readonly Asker[]) {
  const standings = await readStandings(
    tx,
    askers.map(({ userId }) => userId),
  );
  const needs = askers.map((asker) => {
    const { heads, unreadThreads } = standings.get(asker.userId) ?? { heads: [], unreadThreads: 0 };
    return { asker, unreadThreads, heads: needsOf(heads, asker.positions) };
  });
  const all = needs.flatMap(({ heads }) => heads);
  const previews = await readPreviews(
    tx,
    all.flatMap(({ row, needsPreview }) => (needsPreview ? [row.id] : [])),
  );
  const missed = await readMissed(
    tx,
    all.flatMap(({ row, since }) => (since === undefined ? [] : [{ channelId: row.id, since }])),
  );
  return { needs, previews, missed };
}

interface Need {
  row: HeadRow;
  needsPreview: boolean;
  /** The number after which missed changes are sent. */
  since: number | undefined;
}

function needsOf(rows: readonly HeadRow[], positions: readonly ResumePosition[]): Need[] {
  const known = new Map(positions.map((position) => [position.channelId, position]));
  let left = maxMissedInAll;
  return rows.map((row) => {
    const { head, held: since } = known.get(row.id) ?? {};
    // Each number is one message, or replaces an earlier one, so at most this many are missing.
    const missing = since === undefined ? 0 : row.head - since;
    const isTold = missing > 0 && missing <= Math.min(left, maxMissedChanges);
    if (isTold) left -= missing;
    return {
      row,
      needsPreview: head !== undefined && head !== row.head,
      since: isTold ? since : undefined,
    };
  });
}
