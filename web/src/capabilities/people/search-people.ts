import { peopleRoutes } from "@atoll/contract/people/routes";
import type { Person } from "@atoll/contract/people/schemas";
import type { QueryClient } from "@tanstack/react-query";
import { call } from "../../lib/server/api-client.ts";

/** As the server takes it. */
export const maxNameLength = 100;

const keys = ["people", "search"] as const;

/** Asks for colleagues by their name; the first by the alphabet for an empty one. */
export function peopleQuery(name: string, limit: number) {
  return {
    queryKey: [...keys, name, limit],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call(peopleRoutes.searchPeople, { query: { name, limit } }, { signal }),
  };
}

/** Returns everyone who was in a response in this page, by the latest response. */
export function cachedPeople(queryClient: QueryClient): Person[] {
  const answers = queryClient
    .getQueryCache()
    .findAll({ queryKey: keys })
    .sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt);
  const people = answers.flatMap(
    ({ queryKey }) => queryClient.getQueryData<{ people: Person[] }>(queryKey)?.people ?? [],
  );
  return [...new Map(people.map((person) => [person.id, person])).values()];
}
