import { chatRoutes } from "@atoll/contract/chat/routes";
import { placeInTime, takePage } from "../../../platform/page.ts";
import type { SliceContext } from "../../../slice.ts";
import { accessThread } from "../access.ts";
import { repliesBefore } from "../message-queries.ts";
import { assertMayChat } from "../policy.ts";
import { presentMessage, presentMessageInChannel, withPeople } from "../present.ts";
import { followThread, markThreadRead } from "./follow-thread.ts";
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
    const { rows, nextCursor } = await takePage(
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
