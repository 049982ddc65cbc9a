import type { Person } from "@atoll/contract/people/schemas";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { errorMessage } from "../../lib/api-client.ts";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { peopleQuery } from "./search-people.ts";

export interface PeopleSearch {
  people: readonly Person[];
  /** The server's message, or 'Search failed'. Specification, section 8. */
  error: string | null;
  isSearching: boolean;
  /** Searches for the same once more. */
  retry: () => void;
}

const nobody: readonly Person[] = [];

/** Colleagues by a part of their name, without the viewer; none for an empty name. */
export function usePeopleSearch(name: string, limit: number): PeopleSearch {
  const { viewer } = useSignedIn();
  const { data, error, isFetching, refetch } = useQuery({
    // One more, in case the viewer is among them.
    ...peopleQuery(name, limit + 1),
    enabled: name !== "",
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
  const found = name === "" ? undefined : data?.people.filter(({ id }) => id !== viewer.id).slice(0, limit);
  return {
    people: found ?? nobody,
    error: error ? errorMessage(error, "Search failed") : null,
    isSearching: isFetching,
    retry: () => void refetch(),
  };
}
