import { peopleRoutes } from "@atoll/contract/people/routes";
import { call } from "../../lib/api-client.ts";

/** Asks for colleagues by a part of their name; the first by the alphabet for an empty one. */
export function peopleQuery(name: string, limit: number) {
  return {
    queryKey: ["people", "search", name, limit],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call(peopleRoutes.searchPeople, { query: { name, limit } }, { signal }),
  };
}
