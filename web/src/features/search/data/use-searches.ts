import { searchRoutes } from "@atoll/contract/search/routes";
import type { SavedSearch, Searches } from "@atoll/contract/search/saved-schemas";
import { useQueryClient } from "@tanstack/react-query";
import type { LiveHandlers } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";

const searchesKey = ["searches"] as const;

/** The viewer's recent and saved searches, the same on all their devices. */
export function useSearches() {
  return useLiveQuery<Searches>({
    queryKey: searchesKey,
    queryFn: ({ signal }) => call(searchRoutes.listSearches, {}, { signal }),
    on: onSearches,
  });
}

const onSearches: LiveHandlers<Searches> = { "searches.changed": (_before, searches) => searches };

/** Returns the changes to saved and recent searches. Each response contains all of them. */
export function useSearchChanges() {
  const queryClient = useQueryClient();
  const take = (searches: Searches) => queryClient.setQueryData<Searches>(searchesKey, searches);
  return {
    save: async (body: SavedSearch) => take(await call(searchRoutes.saveSearch, { body })),
    remove: async (searchId: string) =>
      take(await call(searchRoutes.deleteSavedSearch, { params: { searchId } })),
    forget: async (address?: string) => take(await call(searchRoutes.forgetSearches, { query: { address } })),
    /** Keeps a search among the recent ones. That it fails is nobody's concern. */
    note(address: string): void {
      void call(searchRoutes.noteSearch, { body: { address } }).then(take, () => undefined);
    },
  };
}
