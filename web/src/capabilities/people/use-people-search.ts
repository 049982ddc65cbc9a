import { peopleRoutes } from "@atoll/contract/people/routes";
import type { Person } from "@atoll/contract/people/schemas";
import { keepPreviousData, type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, errorMessage } from "../../lib/server/api-client.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { findPeople } from "./find-people.ts";
import { cachedPeople, maxNameLength, peopleQuery } from "./search-people.ts";

/** A person who was found. Sources for the administration also find those who cannot sign in. */
export type FoundPerson = Person & { isDisabled?: boolean };

export interface PeopleSearch {
  people: readonly FoundPerson[];
  /** The text they were found for, debounced. */
  name: string;
  /** The server's message, or 'Search failed'. Specification, section 8. */
  error: string | null;
  isSearching: boolean;
  /** Searches for the same once more. */
  retry: () => void;
}

/** People who can be chosen for something, such as those who can read a section. */
export interface PeopleSource {
  key: QueryKey;
  find: (name: string, limit: number, signal: AbortSignal) => Promise<{ people: FoundPerson[] }>;
}

/** Finds also people who cannot sign in and those who have left. Only super administrators can use it. */
export const anybody: PeopleSource = {
  key: ["anybody"],
  find: (name, limit, signal) => call(peopleRoutes.findAnybody, { query: { name, limit } }, { signal }),
};

export interface PeopleSearchOptions {
  /** How many at most. */
  max: number;
  /** Offers the first by the alphabet for an empty text. */
  offersAll?: boolean;
  /** Finds the viewer, too. */
  withSelf?: boolean;
  /** Finds only the people of this source. */
  among?: PeopleSource | undefined;
  /** How long a text stands still before the server is asked. Specification, section 9. */
  debounceMs?: number;
}

/**
 * Finds colleagues by name. Cached ones are shown immediately. The server's results follow below them, so that none of
 * them moves.
 */
export function usePeopleSearch(text: string, options: PeopleSearchOptions): PeopleSearch {
  const { max, offersAll = false, withSelf = false, debounceMs = 200, among } = options;
  const { viewer } = useSignedIn();
  const queryClient = useQueryClient();
  const typed = text.trim();
  const name = useDebounced(typed, debounceMs);
  const isAsked = (offersAll || name !== "") && name.length <= maxNameLength;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    // One more, in case the viewer is among them.
    ...(among
      ? {
          queryKey: ["people-among", ...among.key, name, max + 1],
          queryFn: ({ signal }: { signal: AbortSignal }) => among.find(name, max + 1, signal),
        }
      : peopleQuery(name, max + 1)),
    enabled: isAsked,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
  const isAnswered = data !== undefined && !isPlaceholderData && name === typed;
  const answered = isAsked ? (data?.people ?? []) : [];
  const cached = typed === "" || among ? [] : findPeople(cachedPeople(queryClient), typed, max + 1);
  const people = isAnswered
    ? merge(cached, answered, max + 1)
    : cached.length > 0
      ? cached
      : fitting(answered, typed);
  const others = withSelf ? people : people.filter(({ id }) => id !== viewer.id);
  return {
    people: typed === "" && !offersAll ? [] : others.slice(0, max),
    name,
    error: error && isAsked ? errorMessage(error, "Search failed") : null,
    isSearching: isFetching || (name !== typed && typed !== ""),
    retry: () => void refetch(),
  };
}

/** People of an earlier answer whose names fit the text now, so that nobody is offered for another name. */
function fitting(answered: readonly FoundPerson[], typed: string): FoundPerson[] {
  return typed === "" ? [...answered] : findPeople(answered, typed, answered.length);
}

/** Appends the server's results. People who are no longer in the company are removed; nobody else moves. */
function merge(cached: readonly FoundPerson[], answered: readonly FoundPerson[], max: number): FoundPerson[] {
  const byId = new Map(answered.map((person) => [person.id, person]));
  const isComplete = answered.length < max;
  const staying = cached.flatMap((one) => byId.get(one.id) ?? (isComplete ? [] : one));
  const there = new Set(staying.map(({ id }) => id));
  return [...staying, ...answered.filter(({ id }) => !there.has(id))];
}
