import { maxMissedChanges } from "@atoll/contract/chat/resume-command";
import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Database } from "../../../tables.ts";
import { type HeadRow, lastMessage, selectHeads } from "../channel-queries.ts";
import { type MessageRow, selectMessages } from "../message-queries.ts";
import { unreadThreads } from "../threads/thread-queries.ts";

/** Returns the read positions of several people: `selectHeads` and `countUnreadThreads` for each of them. */
export async function readStandings(db: Database, userIds: readonly string[]) {
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
export async function readPreviews(db: Database, channelIds: readonly string[]) {
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
export async function readMissed(
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
