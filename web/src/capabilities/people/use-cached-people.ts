import type { Person } from "@atoll/contract/people/schemas";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { findPeople } from "./find-people.ts";
import { cachedPeople, peopleQuery } from "./search-people.ts";

/** As many as the server gives at once. */
const firstPeople = 50;
const staleMs = 5 * 60_000;

/**
 * Returns cached colleagues by name, without the viewer and without waiting. Starts by fetching the first ones
 * alphabetically, which in a small company is everyone.
 */
export function useCachedPeople(text: string, max: number): readonly Person[] {
  const { viewer } = useSignedIn();
  const queryClient = useQueryClient();
  useQuery({ ...peopleQuery("", firstPeople), staleTime: staleMs, retry: false });
  if (text.trim() === "") return [];
  return findPeople(cachedPeople(queryClient), text, max + 1)
    .filter(({ id }) => id !== viewer.id)
    .slice(0, max);
}
