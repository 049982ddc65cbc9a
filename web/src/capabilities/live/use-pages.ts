import type { Page } from "@atoll/contract/page";
import { type InfiniteData, keepPreviousData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { PagedRows } from "../../ui/list/paged-list.tsx";
import type { LiveHandlers } from "./follow-query.ts";
import { useFollowed } from "./use-followed.ts";
import { useStandingError } from "./use-standing-error.ts";

export interface PagesOptions<Item, More = object> {
  queryKey: QueryKey;
  /** Asks for the page that begins at a cursor, or for the first one. */
  fetchPage: (cursor: string | undefined, options: { signal: AbortSignal }) => Promise<Page<Item> & More>;
  /** Identifies items. An item that moved during loading may be in two pages, and is shown once. */
  keyOf: (item: Item) => string | number;
  /**
   * Keeps the list equal to the server's while it is shown, as `useLiveQuery`: what each event makes of it. The pages that
   * are shown are fetched again, from the first on. Left out: the list stays as it was fetched.
   */
  on?: LiveHandlers<CachedPages<Item>>;
  /** As for every query, in milliseconds. */
  staleTime?: number;
  refetchOnWindowFocus?: false;
  /** For what changes elsewhere without being told. */
  refetchOnMount?: "always";
  /** Another key is a narrower view of the same list: what is on the screen stays until there is an answer. */
  keepsPrevious?: boolean;
  /** Whether to ask once more unasked after a failure; as for every query where nothing is said. */
  retry?: (failures: number, error: Error) => boolean;
  /** Asks for nothing as long as it is false. */
  enabled?: boolean;
}

export interface Pages<Item, More = object> extends PagedRows<Item> {
  items: readonly Item[] | undefined;
  /** The first page as it came, with what it says besides its items. */
  first: (Page<Item> & More) | undefined;
  /** Whether the data belongs to the previous key. */
  isPlaceholderData: boolean;
}

/** How such a list lies in the query cache, for who changes it there. */
export type CachedPages<Item> = InfiniteData<Page<Item>, string | null>;

/** A list of the server's, page after page as they are asked for; `PagedList` of the kit shows it. */
export function usePages<Item, More = object>(options: PagesOptions<Item, More>): Pages<Item, More> {
  const { queryKey, fetchPage, keyOf, keepsPrevious, on, ...rest } = options;
  const live = useFollowed(queryKey, on);
  const query = useInfiniteQuery({
    ...live,
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam ?? undefined, { signal }),
    initialPageParam: noCursor,
    getNextPageParam: ({ nextCursor }: Page<Item> & More) => nextCursor,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...rest,
  });
  const { data } = query;
  const error = useStandingError(queryKey, query);
  const items = useMemo(() => data && eachOnce(data.pages, keyOf), [data, keyOf]);
  return {
    items,
    first: data?.pages[0],
    error,
    isFetching: query.isFetching,
    isPlaceholderData: query.isPlaceholderData,
    isRefetchError: query.isRefetchError,
    refetch: query.refetch,
    hasNextPage: query.hasNextPage,
    isFetchingNextPage: query.isFetchingNextPage,
    isFetchNextPageError: query.isFetchNextPageError,
    fetchNextPage: query.fetchNextPage,
  };
}

const noCursor: string | null = null;

function eachOnce<Item>(pages: readonly Page<Item>[], keyOf: (item: Item) => string | number): Item[] {
  const items = new Map<string | number, Item>();
  for (const page of pages) {
    for (const item of page.items) if (!items.has(keyOf(item))) items.set(keyOf(item), item);
  }
  return [...items.values()];
}
