import type { Neighbors } from "@atoll/contract/knowledge/overview-schemas";
import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import type { Article } from "@atoll/contract/knowledge/schemas";
import type { Hit } from "@atoll/contract/search/hit-schemas";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { keys } from "./keys.ts";
import { ofKind, ofLists } from "./queries.ts";

/** Published pages that link to one. */
export function useBacklinks(articleId: string) {
  return usePages<Article>({
    queryKey: keys.backlinks(articleId),
    fetchPage: (cursor, options) =>
      call(routes.listBacklinks, { params: { articleId }, query: { cursor } }, options),
    keyOf: ({ id }) => id,
    on: ofLists(),
  });
}

/** Messages, tasks and other things that link to a page, as the search knows them when the page is opened. */
export function useMentions(articleId: string) {
  return usePages<Hit>({
    queryKey: keys.mentions(articleId),
    fetchPage: (cursor, options) =>
      call(routes.listArticleMentions, { params: { articleId }, query: { cursor } }, options),
    keyOf: ({ kind, id }) => `${kind}/${id}`,
    // The same page was opened in another tab at the same moment.
    retry: (failures, error) => failures < 2 && hasCode(error, "search_superseded"),
  });
}

/** The pages directly below one, in the order of the tree. */
export function useBelow(articleId: string) {
  return usePages<Article>({
    queryKey: keys.below(articleId),
    fetchPage: (cursor, options) =>
      call(routes.listArticlesBelow, { params: { articleId }, query: { cursor } }, options),
    keyOf: ({ id }) => id,
    on: ofKind("article"),
  });
}

/** The pages before and after one in the order of the tree. */
export function useNeighbors(articleId: string) {
  return useLiveQuery<Neighbors>({
    queryKey: keys.neighbors(articleId),
    queryFn: ({ signal }) => call(routes.getArticleNeighbors, { params: { articleId } }, { signal }),
    on: ofKind("article"),
  });
}
