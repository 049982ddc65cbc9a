import { chatRoutes } from "@atoll/contract/chat/routes";
import { sql } from "kysely";
import { fetchPage, placeInTime } from "../../../platform/page.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { readPlace } from "../../notifications/public.ts";
import { repliesBefore } from "../message-queries.ts";
import { assertMayChat } from "../policy.ts";
import { presentMessage, presentMessageInChannel, withPeople } from "../present.ts";
import { accessThread } from "../public.ts";
import { chatterRoom } from "../rooms.ts";
import { readMentions } from "./count-reply.ts";
import { findFollowing, selectThreads } from "./thread-queries.ts";

/** Registers the routes of threads: replies, followers and read positions. */
export function registerThreads({ routes, db, people, realtime }: SliceContext): void {
  const deps = { db, realtime };

  routes.route(chatRoutes.listReplies, async ({ params, query }, { viewer }) => {
    const parent = await accessThread(db, viewer, params.messageId);
    const [rows, following] = await Promise.all([
      repliesBefore(db, parent.id, query.before, query.limit),
      findFollowing(db, viewer.id, parent.id),
    ]);
    return {
      messages: await withPeople(people, viewer.id, rows.slice(0, query.limit).reverse(), presentMessage),
      hasMore: rows.length > query.limit,
      head: rows[0]?.head ?? parent.head,
      ...following,
    };
  });

  routes.route(chatRoutes.listThreads, async ({ query }, { viewer }) => {
    assertMayChat(viewer);
    const { rows, nextCursor } = await fetchPage(
      query,
      placeInTime,
      (after, count) => selectThreads(db, viewer.id, after, count),
      (row) => [row.listed_at, row.id],
    );
    const items = await withPeople(people, viewer.id, rows, (row, shown) => ({
      ...presentMessageInChannel(row, shown, viewer.id),
      unread: row.unread,
    }));
    return { items, nextCursor };
  });

  for (const [route, isFollowing] of [
    [chatRoutes.followThread, true],
    [chatRoutes.unfollowThread, false],
  ] as const) {
    routes.route(route, async ({ params }, { viewer }) => {
      const parent = await accessThread(db, viewer, params.messageId);
      await followThread(deps, viewer.id, parent.id, isFollowing);
      return undefined;
    });
  }

  routes.route(chatRoutes.markThreadRead, async ({ params, body }, { viewer }) => {
    const parent = await accessThread(db, viewer, params.messageId);
    await markThreadRead(deps, viewer.id, parent.id, body.seq);
    return undefined;
  });
}

type Deps = { db: Database; realtime: Realtime };

/** Follows a thread or stops following it; the read position is kept. The person's devices are notified. */
async function followThread(
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
async function markThreadRead(
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
