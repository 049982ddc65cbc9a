import { beforeAt } from "@atoll/contract/text/word-edges";
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDebounced } from "../../lib/use-debounced.ts";
import { peopleQuery } from "../people/search-people.ts";
import type { Callable } from "../writing/field/use-suggestions.ts";

const debounceMs = 150;
const maxSearches = 5;
const perSearch = 20;
const wordAfterAt = new RegExp(`(?:^|[^${beforeAt}])@([\\p{L}\\p{N}]?[^\\s@]*)`, "gu");

/**
 * Returns colleagues that a comment can mention: those whose names match the words after its @. Only the server knows
 * whether they may read it, and it notifies nobody else.
 */
export function useCallablePeople(text: string): Callable {
  const settled = useDebounced(text, debounceMs);
  const words = [...settled.matchAll(wordAfterAt)].map(([, word = ""]) => word.toLowerCase());
  const found = useQueries({
    queries: [...new Set(words)]
      .slice(-maxSearches)
      .map((word) => ({ ...peopleQuery(word, perSearch), staleTime: 60_000 })),
    combine: (results) => results.flatMap(({ data }) => data?.people ?? []),
  });
  return useMemo(
    () => ({ people: [...new Map(found.map((one) => [one.id, one])).values()], callsOfAll: [] }),
    [found],
  );
}
