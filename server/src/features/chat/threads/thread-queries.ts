import { type Expression, type RawBuilder, sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { lastId, selectOwnMessages, type TimePage } from "../personal/personal-queries.ts";
import { rowLimit } from "../row-limit.ts";

/**
 * How many threads that the viewer follows have replies they have not read. Who leaves a channel follows none of its
 * threads any more, so what is left is theirs to see.
 */
export async function countUnreadThreads(db: Database, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT ${unreadThreads(userId)} AS count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** SQL for the same. */
export function unreadThreads(userId: string | Expression<string>): RawBuilder<number> {
  return sql<number>`(
    SELECT count(*) FROM thread_followers tf
    WHERE tf.user_id = ${userId} AND tf.is_following AND tf.last_reply_seq > tf.last_read_seq
  )`;
}

/** A page of the threads that the viewer follows, last reply first, each with its unread replies of others. */
export function selectThreads(db: Database, userId: string, { before, beforeId = lastId, limit }: TimePage) {
  const page = db
    .selectFrom("thread_followers")
    .select(["message_id", "last_read_seq"])
    .where("user_id", "=", userId)
    .where("is_following", "=", true)
    .where("last_reply_at", "is not", null)
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(last_reply_at, message_id) < (${before}::timestamptz, ${beforeId}::uuid)`),
    )
    .orderBy("last_reply_at", "desc")
    .orderBy("message_id", "desc")
    .limit(rowLimit(limit + 1));
  return selectOwnMessages(db, userId)
    .innerJoin(page.as("f"), "f.message_id", "x.id")
    .select(
      sql<number>`(SELECT count(*) FROM messages r WHERE r.parent_id = x.id AND r.seq > f.last_read_seq
        AND r.deleted_at IS NULL AND r.author_id <> ${userId})`.as("unread"),
    )
    .orderBy("x.last_reply_at", "desc")
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
