import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Database } from "../../../tables.ts";
import { findMessage, type MessageRow } from "../message-queries.ts";
import { chatterRoom } from "../rooms.ts";

export interface CountedReply {
  /** The message that was replied to, as it is now. */
  parent: MessageRow;
  /** Who follows the thread: their lists of threads are different now. */
  followerIds: string[];
}

/**
 * Counts a new reply with the message it belongs to, whose change takes the number after the reply's own, and lets
 * its author, the thread's author and those it names follow the thread, unless they had stopped following it.
 * @throws {AppError} `message_not_found` when the thread's message is gone, is a reply itself, or is elsewhere.
 */
export async function countReply(
  tx: Database,
  reply: {
    parentId: string;
    channelId: string;
    authorId: string;
    calledIds: readonly string[];
    seq: number;
    createdAt: string;
  },
): Promise<CountedReply> {
  const { rows } = await sql<{ author_id: string }>`
    UPDATE messages SET
      reply_count = reply_count + 1, last_reply_at = ${reply.createdAt}, last_reply_seq = ${reply.seq},
      changed_seq = ${reply.seq + 1},
      replier_ids = (array_prepend(${reply.authorId}::uuid, array_remove(replier_ids, ${reply.authorId}::uuid)))[1:3]
    WHERE id = ${reply.parentId} AND channel_id = ${reply.channelId} AND parent_id IS NULL
      AND (deleted_at IS NULL OR reply_count > 0)
    RETURNING author_id`.execute(tx);
  const parent = rows[0];
  if (!parent) throw new AppError("message_not_found");
  await follow(tx, reply, parent.author_id);
  const followerIds = await tellFollowers(tx, reply.parentId);
  const row = await findMessage(tx, reply.parentId);
  if (!row) throw new AppError("message_not_found");
  return { parent: row, followerIds };
}

/** Only members: who is not in the channel is not to find the thread unread when they come back. */
async function follow(
  tx: Database,
  reply: Parameters<typeof countReply>[1],
  parentAuthorId: string,
): Promise<void> {
  const { parentId, channelId, authorId, seq, createdAt } = reply;
  const wanted = [authorId, parentAuthorId, ...reply.calledIds];
  // Who writes follows again, whatever they chose before, and has read what they wrote after.
  await sql`
    INSERT INTO thread_followers (message_id, user_id, last_read_seq, last_reply_seq, last_reply_at)
    SELECT ${parentId}, user_id, CASE WHEN user_id = ${authorId} THEN ${seq}::bigint ELSE ${seq - 1} END, ${seq},
      ${createdAt}
    FROM channel_members WHERE channel_id = ${channelId} AND user_id = ANY(${wanted}::uuid[])
    ON CONFLICT (message_id, user_id) DO UPDATE
      SET is_following = true, last_read_seq = greatest(thread_followers.last_read_seq, excluded.last_read_seq)
      WHERE thread_followers.user_id = ${authorId}`.execute(tx);
  await readMentions(tx, authorId, parentId, seq);
}

/** What names a person in a thread waits for them no longer, up to a number. @returns whether anything did. */
export async function readMentions(
  db: Database,
  userId: string,
  messageId: string,
  seq: number,
): Promise<boolean> {
  const read = await sql`
    UPDATE message_mentions n SET waits = false FROM messages r
    WHERE n.waits AND n.user_id = ${userId} AND n.seq <= ${seq} AND r.id = n.message_id
      AND r.parent_id = ${messageId}`.execute(db);
  return (read.numAffectedRows ?? 0n) > 0n;
}

/** Brings what is kept of a thread's last reply with each who ever followed it up to date; returns who follows it. */
export async function tellFollowers(tx: Database, messageId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string; is_following: boolean }>`
    UPDATE thread_followers f SET last_reply_seq = x.last_reply_seq, last_reply_at = x.last_reply_at
    FROM messages x WHERE x.id = f.message_id AND f.message_id = ${messageId}
    RETURNING f.user_id, f.is_following`.execute(tx);
  return rows.filter((row) => row.is_following).map((row) => row.user_id);
}

/** Tells people that a thread they follow or are called in, or its counts, are different. */
export function sendFollowers(realtime: Realtime, userIds: readonly string[], messageId: string): void {
  for (const userId of new Set(userIds)) realtime.send(chatterRoom(userId), "threads.changed", { messageId });
}
