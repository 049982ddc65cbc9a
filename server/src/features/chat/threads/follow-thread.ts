import { sql } from "kysely";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Database } from "../../../tables.ts";
import { readPlace } from "../../notifications/access.ts";
import { chatterRoom } from "../rooms.ts";
import { readMentions } from "./count-reply.ts";

type Deps = { db: Database; realtime: Realtime };

/** Follows a thread or stops following it; the read position is kept. The person's devices are notified. */
export async function followThread(
  { db, realtime }: Deps,
  userId: string,
  messageId: string,
  isFollowing: boolean,
): Promise<void> {
  // Locks the membership, so that a person who is being removed does not stay a follower.
  await sql`
    INSERT INTO thread_followers (message_id, user_id, is_following, last_read_seq, last_reply_seq, last_reply_at)
    SELECT x.id, m.user_id, ${isFollowing}, x.last_reply_seq, x.last_reply_seq, x.last_reply_at
    FROM messages x JOIN channel_members m ON m.channel_id = x.channel_id AND m.user_id = ${userId}
    WHERE x.id = ${messageId} FOR KEY SHARE OF m
    ON CONFLICT (message_id, user_id) DO UPDATE SET is_following = excluded.is_following`.execute(db);
  realtime.send(chatterRoom(userId), "threads.changed", { messageId });
}

/**
 * Marks a thread as read up to a number; the mark never moves back. For a thread that the person does not follow, only
 * mentions are marked.
 */
export async function markThreadRead(
  { db, realtime }: Deps,
  userId: string,
  messageId: string,
  seq: number,
): Promise<void> {
  const hasReadCalls = await readMentions(db, userId, messageId, seq);
  const moved = await sql`
    UPDATE thread_followers SET last_read_seq = least(${seq}, last_reply_seq)
    WHERE message_id = ${messageId} AND user_id = ${userId}
      AND last_read_seq < least(${seq}, last_reply_seq)`.execute(db);
  if ((moved.numAffectedRows ?? 0n) === 0n && !hasReadCalls) return;
  realtime.send(chatterRoom(userId), "threads.changed", { messageId });
  await readPlace(db, userId, { id: messageId, seq });
}
