import type { Hit } from "@atoll/contract/search/hit-schemas";
import { searchQueryMaxLength } from "@atoll/contract/search/limits";
import { searchRoutes } from "@atoll/contract/search/routes";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { searchKey } from "./api.ts";

const debounceMs = 80;
const nothing: readonly Hit[] = [];

/**
 * Queries the server's suggestions as a person types. A response belongs to its text, so a late one replaces nothing.
 * Until it arrives, the previous one stays, so that no row moves.
 */
export function useSuggestedHits(text: string): {
  hits: readonly Hit[];
  isSearching: boolean;
  /** Why the server did not answer: then nothing can be said to be missing. */
  error: string | null;
} {
  const query = useDebounced(text.trim().slice(0, searchQueryMaxLength), debounceMs);
  const { data, error, isFetching } = useQuery({
    queryKey: [searchKey, "suggestions", query],
    queryFn: ({ signal }) => call(searchRoutes.suggestHits, { query: { query } }, { signal }),
    enabled: query !== "",
    staleTime: 10_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const isEmpty = query === "" || text.trim() === "";
  return {
    hits: isEmpty ? nothing : (data?.items ?? nothing),
    isSearching: isFetching && !isEmpty,
    error: error && !isEmpty ? errorMessage(error) : null,
  };
}
