import type { Hit } from "@atoll/contract/search/hit-schemas";
import type { SearchKind } from "@atoll/contract/search/limits";
import { searchRoutes } from "@atoll/contract/search/routes";
import { similarTextMaxLength } from "@atoll/contract/votes/limits";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/server/api-client.ts";
import { useDebounced } from "../../lib/use-debounced.ts";

const pauseMs = 200;
/** Shorter texts are like everything. */
const shortestText = 6;

interface SimilarOptions {
  kinds: readonly SearchKind[];
  /** A thing that is left out: the one that others are like. */
  exceptId?: string;
}

/**
 * Finds existing things that are similar to the text a person is typing, the most similar first. Searches when they
 * pause. Without a response, for example offline, it returns nothing and shows no error.
 */
export function useSimilar(text: string, options: SimilarOptions): readonly Hit[] {
  return useSimilarSearch(text, options).hits;
}

interface SimilarSearch {
  hits: readonly Hit[];
  /** The text is too short to compare with anything. */
  isTooShort: boolean;
  /** The hits are those of an earlier text, or none yet. */
  isSearching: boolean;
  error: unknown;
  refetch: () => unknown;
}

/** The same as `useSimilar`, for places that also say that they search or failed to. */
export function useSimilarSearch(text: string, { kinds, exceptId }: SimilarOptions): SimilarSearch {
  const wanted = text.trim().slice(0, similarTextMaxLength);
  const typed = useDebounced(wanted, pauseMs);
  const isLongEnough = typed.length >= shortestText;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["similar", kinds.join(), exceptId ?? "", typed],
    queryFn: ({ signal }) =>
      call(
        searchRoutes.findSimilar,
        { query: { text: typed, kinds: kinds.join(), ...(exceptId !== undefined && { exceptId }) } },
        { signal },
      ),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 30_000,
  });
  return {
    hits: isLongEnough ? (data?.items ?? []) : [],
    isTooShort: wanted.length < shortestText,
    isSearching: typed !== wanted || (isLongEnough && (isFetching || (data === undefined && !error))),
    error: isLongEnough ? error : null,
    refetch,
  };
}
