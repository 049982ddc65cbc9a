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
export function useSimilar(text: string, { kinds, exceptId }: SimilarOptions): readonly Hit[] {
  const typed = useDebounced(text.trim().slice(0, similarTextMaxLength), pauseMs);
  const isLongEnough = typed.length >= shortestText;
  const { data } = useQuery({
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
  return isLongEnough ? (data?.items ?? []) : [];
}
