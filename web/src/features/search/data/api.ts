import type { Page } from "@atoll/contract/page";
import type { Hit } from "@atoll/contract/search/hit-schemas";
import { hitPageSize } from "@atoll/contract/search/limits";
import type { SearchAnswer } from "@atoll/contract/search/question-schemas";
import { searchRoutes } from "@atoll/contract/search/routes";
import { type LiveHandlers, refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { type CachedPages, usePages } from "../../../capabilities/live/use-pages.ts";
import { SpokenError } from "../../../lib/request/api-error.ts";
import { hasCode, maySoonPass } from "../../../lib/request/judge-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { addressOf, asksNothing, daysOf, type ShownSearch } from "./shown.ts";
import { withoutUnfinished } from "./split-query.ts";

export const hitKey = ({ kind, id }: Pick<Hit, "kind" | "id">): string => `${kind}/${id}`;

/** The key of everything that search has answered: rights that change end it. */
export const searchKey = "search";

/**
 * Queries the hits of a search, page by page. Each query has its own result, so a late response replaces nothing. Until
 * it arrives, the previous result stays on screen.
 */
export function useHits(shown: ShownSearch) {
  const q = withoutUnfinished(shown.q);
  const pages = usePages<Hit>({
    queryKey: [searchKey, "hits", addressOf({ ...shown, q })],
    fetchPage: (cursor, options) => ask(shown, cursor, options),
    keyOf: hitKey,
    keepsPrevious: true,
    enabled: !asksNothing(shown),
    on: onHits,
    // A search that timed out would do so again. Report it immediately, so that the person can change it.
    retry: (failures, error) => failures < 2 && maySoonPass(error) && !hasCode(error, "search_too_slow"),
    // Going back shows the previous result immediately, and refetches it.
    staleTime: 0,
  });
  return { ...pages, answer: pages.first && isAnswer(pages.first) ? pages.first : undefined };
}

/** A page of hits comes with the counts and what was perhaps meant. */
function isAnswer(page: Page<Hit>): page is SearchAnswer {
  return "counts" in page;
}

const supersededRetries = 3;
const retryMs = 300;

/** The server answers one question of a person at a time: another page of theirs may have ended this one. */
async function ask(
  shown: ShownSearch,
  cursor: string | undefined,
  options: { signal: AbortSignal },
  retries = supersededRetries,
): Promise<SearchAnswer> {
  try {
    return await call(searchRoutes.searchEverywhere, { query: question(shown, cursor) }, options);
  } catch (error) {
    // The error of a query that came from a link, which has no form field to show it.
    const wrong = hasCode(error, "invalid_request") && error.fields.find(({ path }) => path === "query");
    if (wrong) throw new SpokenError(wrong.message);
    if (!hasCode(error, "search_superseded") || retries === 0 || options.signal.aborted) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    return ask(shown, cursor, options, retries - 1);
  }
}

function question(shown: ShownSearch, cursor: string | undefined) {
  const { q, kind, personId, channelId, departmentId, dates, hasFile, order } = shown;
  return {
    query: withoutUnfinished(q),
    ...(kind && { kind }),
    ...(personId && { personId }),
    ...(channelId && { channelId }),
    ...(departmentId && { departmentId }),
    ...daysOf(dates),
    ...(hasFile && { hasFile: "true" as const }),
    order,
    timeZone: ownTimeZone(),
    limit: hitPageSize,
    cursor,
  };
}

/** Hits that the viewer can no longer read, or that were deleted, disappear. New ones appear with the next search. */
const onHits: LiveHandlers<CachedPages<Hit>> = {
  "channel.removed": refetchSpread,
  "message.deleted": (cached, { message }) => without(cached, "message", message.id),
  "task.gone": refetchSpread,
  "announcement.gone": refetchSpread,
  "event.changed": (cached, { eventIds }) => againIfShown(cached, "event", eventIds),
  "profile.changed": (cached, { person }) => againIfShown(cached, "person", [person.id]),
};

/** Returns whether it is still for the viewer, its event does not say. */
function againIfShown(cached: CachedPages<Hit>, kind: Hit["kind"], ids: readonly string[]) {
  const isShown = cached.pages.some(({ items }) =>
    items.some((hit) => hit.kind === kind && ids.includes(hit.id)),
  );
  return isShown ? refetchSpread() : cached;
}

function without(cached: CachedPages<Hit>, kind: Hit["kind"], id: string): CachedPages<Hit> {
  const isIt = (hit: Hit) => hit.kind === kind && hit.id === id;
  if (!cached.pages.some(({ items }) => items.some(isIt))) return cached;
  return {
    ...cached,
    pages: cached.pages.map((page) => ({ ...page, items: page.items.filter((hit) => !isIt(hit)) })),
  };
}

/** Tells the server that a hit was opened, so that it stands higher the next time. Nothing waits for it. */
export function noteOpened({ kind, id }: Pick<Hit, "kind" | "id">): void {
  void call(searchRoutes.noteOpenedHit, { body: { kind, id } }).catch(() => undefined);
}
