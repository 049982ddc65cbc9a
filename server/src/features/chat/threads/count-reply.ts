import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Database } from "../../../tables.ts";
import { findMessage, type MessageRow } from "../message-queries.ts";
import { chatterRoom } from "../rooms.ts";

export interface CountedReply {
  /** The new state of the message that was replied to. */
  parent: MessageRow;
  /** The followers, whose lists of threads have changed. */
  followerIds: string[];
}

/**
 * Counts a new reply in its thread's message, whose change takes the number after the reply's own. Its author, the
 * thread's author and mentioned people follow the thread from then on, unless they had stopped following it.
 * @throws {AppError} `message_not_found` if the thread's message is deleted, is a reply itself, or is in another
 *   channel.
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
  const followerIds = await updateFollowers(tx, reply.parentId);
  const row = await findMessage(tx, reply.parentId);
  if (!row) throw new AppError("message_not_found");
  return { parent: row, followerIds };
}

/** Makes members follow a thread. Others would find it unread if they came back to the channel. */
async function follow(
  tx: Database,
  reply: Parameters<typeof countReply>[1],
  parentAuthorId: string,
): Promise<void> {
  const { parentId, channelId, authorId, seq, createdAt } = reply;
  const wanted = [authorId, parentAuthorId, ...reply.calledIds];
  // The author always follows again, and has read everything up to the reply.
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

/** Marks mentions of a person in a thread as read, up to a number. @returns whether any were unread. */
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

/** Updates the last reply of a thread for everybody who ever followed it, and returns its current followers. */
export async function updateFollowers(tx: Database, messageId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string; is_following: boolean }>`
    UPDATE thread_followers f SET last_reply_seq = x.last_reply_seq, last_reply_at = x.last_reply_at
    FROM messages x WHERE x.id = f.message_id AND f.message_id = ${messageId}
    RETURNING f.user_id, f.is_following`.execute(tx);
  return rows.filter((row) => row.is_following).map((row) => row.user_id);
}

/** Broadcasts to people that a thread they follow or are mentioned in has changed. */
export function sendFollowers(realtime: Realtime, userIds: readonly string[], messageId: string): void {
  for (const userId of new Set(userIds)) realtime.send(chatterRoom(userId), "threads.changed", { messageId });
}
