import { sql } from "kysely";
import { exactInstant, isBehind, type PlaceInTime } from "../../../platform/page.ts";
import type { Database } from "../../../tables.ts";
import { callsAmongAll } from "../here/find-here.ts";
import { selectMessages } from "../message-queries.ts";
import { rowLimit } from "../row-limit.ts";

/** Menus show which of the visible messages are saved. Limits the response for one channel. */
const maxSavedIn = 1000;

/** Selects a page of the messages that the viewer saved and may still read, last saved first. */
export function selectSaved(db: Database, userId: string, after: PlaceInTime | undefined, count: number) {
  const page = db
    .selectFrom("saved_messages as s")
    .innerJoin("messages as y", "y.id", "s.message_id")
    .innerJoin("channel_members as k", "k.channel_id", "y.channel_id")
    .select(["s.message_id", "s.saved_at"])
    .where("s.user_id", "=", userId)
    .where("k.user_id", "=", userId)
    .$if(after !== undefined, (query) => query.where(isBehind("s.saved_at", "s.message_id", after)))
    .orderBy("s.saved_at", "desc")
    .orderBy("s.message_id", "desc")
    .limit(rowLimit(count));
  return selectOwnMessages(db, userId)
    .innerJoin(page.as("s"), "s.message_id", "x.id")
    .select(exactInstant("s.saved_at").as("listed_at"))
    .orderBy("s.saved_at", "desc")
    .orderBy("x.id", "desc")
    .execute();
}

/** Returns which messages of a channel a person saved, last saved first. */
export async function selectSavedIn(db: Database, userId: string, channelId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("saved_messages as s")
    .innerJoin("messages as x", "x.id", "s.message_id")
    .select("s.message_id")
    .where("s.user_id", "=", userId)
    .where("x.channel_id", "=", channelId)
    .orderBy("s.saved_at", "desc")
    .limit(sql.lit(maxSavedIn))
    .execute();
  return rows.map((row) => row.message_id);
}

/**
 * Selects a page of messages of others that mention the viewer, or everyone in one of their channels, newest first.
 * Each kind is read from its own index, at most a page of it, and only the combined page is joined with the details.
 * Messages that do not count are filtered before that, because a short page would end the list.
 */
export function selectMentions(db: Database, userId: string, after: PlaceInTime | undefined, count: number) {
  const rows = rowLimit(count);
  const page = sql<{ id: string; at: Date }>`(
    (SELECT n.message_id AS id, n.created_at AS at FROM message_mentions n
      WHERE n.user_id = ${userId} AND ${isBehind("n.created_at", "n.message_id", after)}
        AND EXISTS (SELECT FROM channel_members k WHERE k.channel_id = n.channel_id AND k.user_id = n.user_id)
      ORDER BY n.created_at DESC, n.message_id DESC LIMIT ${rows})
    UNION
    (SELECT u.id, u.created_at AS at FROM channel_members k
      CROSS JOIN LATERAL (
        SELECT id, created_at FROM messages
        WHERE channel_id = k.channel_id AND mentions_all IS NOT NULL AND deleted_at IS NULL
          AND ${callsAmongAll({ mentionsAll: sql`mentions_all`, hereIds: sql`here_ids` }, sql`${userId}::uuid`)}
          AND author_id <> ${userId} AND ${isBehind("created_at", "id", after)}
        ORDER BY seq DESC LIMIT ${rows}
      ) u WHERE k.user_id = ${userId})
    ORDER BY at DESC, id DESC LIMIT ${rows}
  )`;
  return selectOwnMessages(db, userId)
    .innerJoin(page.as("called"), (join) => join.onRef("called.id", "=", "x.id"))
    .select(exactInstant("called.at").as("listed_at"))
    .orderBy("called.at", "desc")
    .orderBy("x.id", "desc")
    .execute();
}

/** Returns the messages with these IDs that the viewer may read, in no particular order. */
export function findInOwnChannels(db: Database, userId: string, messageIds: readonly string[]) {
  // A subquery for each message: a join would read all of the viewer's channels for these few.
  const isOwn = sql<boolean>`(SELECT true FROM channel_members mine
    WHERE mine.channel_id = x.channel_id AND mine.user_id = (SELECT ${userId}::uuid))`;
  return (
    withChannel(selectMessages(db))
      // Hides the IDs from the planner: planning for them takes longer than reading the messages.
      .where(sql<boolean>`x.id = ANY((SELECT ${messageIds}::uuid[])::uuid[])`)
      .where(isOwn)
      .where("x.deleted_at", "is", null)
      .execute()
  );
}

/** Selects messages with their channels, only from channels that the viewer is currently in. */
export function selectOwnMessages(db: Database, userId: string) {
  return withChannel(selectMessages(db))
    .innerJoin("channel_members as mine", "mine.channel_id", "x.channel_id")
    .where("mine.user_id", "=", userId);
}

function withChannel(messages: ReturnType<typeof selectMessages>) {
  return messages.select(["c.name as channel_name", "c.type as channel_type"]);
}
