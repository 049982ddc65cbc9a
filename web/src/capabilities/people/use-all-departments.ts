import { peopleRoutes } from "@atoll/contract/people/routes";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/server/api-client.ts";

/** As many as the server names at once. */
const mostDepartments = 100;
const staleMs = 5 * 60_000;

/** Returns every department by name, and none until they are known. */
export function useAllDepartments() {
  return (
    useQuery({
      queryKey: ["departments", "all"],
      queryFn: ({ signal }) =>
        call(peopleRoutes.searchDepartments, { query: { limit: mostDepartments } }, { signal }),
      staleTime: staleMs,
    }).data?.departments ?? []
  );
}
