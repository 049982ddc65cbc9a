import type { Person } from "@atoll/contract/people/schemas";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { findPeople } from "./find-people.ts";
import { heldPeople, peopleQuery } from "./search-people.ts";

/** As many as the server gives at once. */
const firstPeople = 50;
const staleMs = 5 * 60_000;

/**
 * Colleagues whom the browser has heard of, by their name, without the viewer: there with the key that is pressed. Begins by
 * asking for the first by the alphabet, who are all of them in a small company.
 */
export function useHeldPeople(text: string, max: number): readonly Person[] {
  const { viewer } = useSignedIn();
  const queryClient = useQueryClient();
  useQuery({ ...peopleQuery("", firstPeople), staleTime: staleMs, retry: false });
  if (text.trim() === "") return [];
  return findPeople(heldPeople(queryClient), text, max + 1)
    .filter(({ id }) => id !== viewer.id)
    .slice(0, max);
}
