import { keepPreviousData, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useViewer } from "../../lib/session/use-session.tsx";
import type { SignedIn } from "../../lib/signed-in.ts";
import { useNow } from "../../lib/time/use-now.ts";
import { type LiveHandlers, type LookAgain, refetch } from "../live/follow-query.ts";
import { useLiveQuery } from "../live/use-live-query.ts";
import {
  type Group,
  type Grouped,
  type GroupRules,
  hasMisplaced,
  type Versioned,
  withItem,
  withoutItem,
  withPage,
} from "./grouped-list.ts";

/** One view of an area's items in groups: a board, a list, a matrix. One value for each, outside of components. */
export interface GroupedKind<Item extends Versioned, G extends Group<Item>, List extends Grouped<G>> {
  /** The prefix of its query keys. */
  queryKey: QueryKey;
  /** Where items belong in a list; the list holds what it was asked for. */
  rules(list: List, viewerId: string): GroupRules<Item, G>;
  pageSize: number;
  /** The most of a group that one answer brings. */
  maxAtOnce: number;
}

export interface GroupedQuery<List> {
  queryKey: QueryKey;
  /** Fetches the groups, each with at most `limit` items. */
  fetch(limit: number, signal: AbortSignal): Promise<List>;
  /** Handlers for each event. `hearChanged` and `hearGone` are the usual ones. */
  on: LiveHandlers<List>;
}

/** A grouped list, kept equal to the server's while it is shown. */
export function useGroupedList<Item extends Versioned, G extends Group<Item>, List extends Grouped<G>>(
  kind: GroupedKind<Item, G, List>,
  { queryKey, fetch, on }: GroupedQuery<List>,
) {
  const { id: viewerId } = useViewer();
  const queryClient = useQueryClient();
  /** Enough for the items that have been scrolled to. */
  const limitNow = () => {
    const cached = queryClient.getQueryData<List>(queryKey)?.groups.map(({ items }) => items.length) ?? [];
    return Math.min(kind.maxAtOnce, Math.max(kind.pageSize, ...cached));
  };
  const query = useLiveQuery<List>({
    queryKey,
    async queryFn({ signal }) {
      for (;;) {
        const limit = limitNow();
        const list = await fetch(limit, signal);
        // A next page that came during the fetch stays. This ends at maxAtOnce.
        if (limitNow() <= limit) return list;
      }
    },
    placeholderData: keepPreviousData,
    on,
  });
  const { data, isPlaceholderData } = query;
  // At midnight, and when the time of an item has come, the same items are another list.
  useNow();
  const isOld = data !== undefined && !isPlaceholderData && hasMisplaced(data, kind.rules(data, viewerId));
  const again = useEffectEvent(() => void query.refetch());
  useEffect(() => {
    if (isOld) again();
  }, [isOld]);
  return query;
}

/** An item is new or has changed. */
export function hearChanged<Item extends Versioned, G extends Group<Item>, List extends Grouped<G>>(
  kind: GroupedKind<Item, G, List>,
  viewerId: string,
): (list: List, item: Item) => List | LookAgain {
  return (list, item) => withItem(list, item, kind.rules(list, viewerId)) ?? refetch();
}

/** An item was deleted, or the viewer may no longer see it. */
export function hearGone<Item extends Versioned, G extends Group<Item>, List extends Grouped<G>>(
  kind: GroupedKind<Item, G, List>,
  viewerId: string,
): (list: List, id: string) => List | LookAgain {
  return (list, id) => withoutItem(list, id, kind.rules(list, viewerId)) ?? refetch();
}

/** Loads the next page of a group. The variable is the group's cursor. */
export function useMoreOfGroup<Item extends Versioned, G extends Group<Item>, List extends Grouped<G>>(
  kind: GroupedKind<Item, G, List>,
  queryKey: QueryKey,
  key: string | null,
  fetch: (page: {
    cursor: string | null;
    limit: number;
  }) => Promise<{ items: Item[]; nextCursor: string | null }>,
) {
  const { id: viewerId } = useViewer();
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: "always",
    async mutationFn(cursor: string | null) {
      const page = await fetch({ cursor, limit: kind.pageSize });
      queryClient.setQueryData<List>(
        queryKey,
        (list) => list && withPage(list, { key, cursor }, page, kind.rules(list, viewerId)),
      );
    },
  });
}

/** Updates the lists in the cache with items that the server has just answered with. */
export function updateLists<Item extends Versioned, G extends Group<Item>, List extends Grouped<G>>(
  { queryClient, viewer }: SignedIn,
  kind: GroupedKind<Item, G, List>,
  items: readonly Item[],
): void {
  queryClient.setQueriesData<List>({ queryKey: kind.queryKey }, (list) =>
    // The event contains items that are not in the list.
    items.reduce(
      (cached, item) => cached && (withItem(cached, item, kind.rules(cached, viewer.id)) ?? cached),
      list,
    ),
  );
}

/** The same for items that are gone. */
export function removeFromLists<Item extends Versioned, G extends Group<Item>, List extends Grouped<G>>(
  { queryClient, viewer }: SignedIn,
  kind: GroupedKind<Item, G, List>,
  ids: readonly string[],
): void {
  queryClient.setQueriesData<List>({ queryKey: kind.queryKey }, (list) =>
    ids.reduce(
      (cached, id) => cached && (withoutItem(cached, id, kind.rules(cached, viewer.id)) ?? cached),
      list,
    ),
  );
}
