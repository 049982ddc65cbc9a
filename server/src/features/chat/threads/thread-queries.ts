import { type Expression, type RawBuilder, sql } from "kysely";
import { exactInstant, isBehind, type PlaceInTime } from "../../../platform/page.ts";
import type { Database } from "../../../tables.ts";
import { selectOwnMessages } from "../personal/personal-queries.ts";
import { rowLimit } from "../row-limit.ts";

/**
 * Counts the followed threads with unread replies. Leaving a channel ends following its threads, so all counted ones
 * are readable.
 */
export async function countUnreadThreads(db: Database, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT ${unreadThreads(userId)} AS count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** SQL: the same count. */
export function unreadThreads(userId: string | Expression<string>): RawBuilder<number> {
  return sql<number>`(
    SELECT count(*) FROM thread_followers tf
    WHERE tf.user_id = ${userId} AND tf.is_following AND tf.last_reply_seq > tf.last_read_seq
  )`;
}

/**
 * Selects a page of the threads that the viewer follows, last reply first, each with its number of unread replies of
 * others.
 */
export function selectThreads(db: Database, userId: string, after: PlaceInTime | undefined, count: number) {
  const page = db
    .selectFrom("thread_followers")
    .select(["message_id", "last_read_seq", "last_reply_at"])
    .where("user_id", "=", userId)
    .where("is_following", "=", true)
    .where("last_reply_at", "is not", null)
    .$if(after !== undefined, (query) => query.where(isBehind("last_reply_at", "message_id", after)))
    .orderBy("last_reply_at", "desc")
    .orderBy("message_id", "desc")
    .limit(rowLimit(count));
  return selectOwnMessages(db, userId)
    .innerJoin(page.as("f"), "f.message_id", "x.id")
    .select(
      sql<number>`(SELECT count(*) FROM messages r WHERE r.parent_id = x.id AND r.seq > f.last_read_seq
        AND r.deleted_at IS NULL AND r.author_id <> ${userId})`.as("unread"),
    )
    .select(exactInstant("f.last_reply_at").as("listed_at"))
    .orderBy("f.last_reply_at", "desc")
    .orderBy("x.id", "desc")
    .execute();
}

export async function findFollowing(db: Database, userId: string, messageId: string) {
  const row = await db
    .selectFrom("thread_followers")
    .select(["is_following", "last_read_seq"])
    .where("message_id", "=", messageId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return { isFollowing: row?.is_following ?? false, lastReadSeq: row?.last_read_seq ?? 0 };
}
