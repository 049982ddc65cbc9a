import { feedRoutes } from "@atoll/contract/feeds/routes";
import type { FeedArea, OwnedFeed } from "@atoll/contract/feeds/schemas";
import { tokenAreas } from "@atoll/contract/personal-tokens/areas";
import type { RouteCall } from "@atoll/contract/route";
import { refetch } from "../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../capabilities/live/use-live-query.ts";
import { usePages } from "../../capabilities/live/use-pages.ts";
import { call } from "../../lib/server/api-client.ts";

export const feedKeys = { own: ["feeds", "own"], all: ["feeds", "all"], every: ["feeds"] } as const;

/** Returns the areas of a feed in words. */
export const describeAreas = (areas: readonly FeedArea[]) =>
  `${areas.map((area) => tokenAreas[area].name).join(", ")}.`;

/** The viewer's feeds that work. A feed is a session of its own kind, so its list changes with the sessions. */
export function useFeeds() {
  return useLiveQuery({
    queryKey: feedKeys.own,
    queryFn: ({ signal }) => call(feedRoutes.listFeeds, {}, { signal }),
    on: { "sessions.changed": refetch },
  });
}

export const createFeed = (body: RouteCall<typeof feedRoutes.createFeed>["body"]) =>
  call(feedRoutes.createFeed, { body });

export const renameFeed = (feedId: string, body: RouteCall<typeof feedRoutes.renameFeed>["body"]) =>
  call(feedRoutes.renameFeed, { params: { feedId }, body });

export const revokeFeed = (feedId: string) => call(feedRoutes.revokeFeed, { params: { feedId } });

/** Everyone's feeds, for administrators, page after page. */
export function useAllFeeds(search: string) {
  return usePages<OwnedFeed, { total?: number | undefined }>({
    queryKey: [...feedKeys.all, search],
    fetchPage: (cursor, options) => call(feedRoutes.listAllFeeds, { query: { search, cursor } }, options),
    keyOf: ({ id }) => id,
    keepsPrevious: true,
  });
}

export const revokeAnyFeed = (feedId: string) => call(feedRoutes.revokeAnyFeed, { params: { feedId } });

export const revokeFeedsOf = (userId: string) => call(feedRoutes.revokeFeedsOfPerson, { params: { userId } });
