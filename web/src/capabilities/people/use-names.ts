import { peopleRoutes } from "@atoll/contract/people/routes";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../lib/server/api-client.ts";
import { authorName } from "./author-name.ts";

/** As many as the server gives at once. */
const maxNames = 100;
const staleMs = 5 * 60_000;

/** The names of people by their IDs, as far as they are known. Former colleagues are not among them. */
export function useNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const key = [...new Set(ids)].sort().slice(0, maxNames).join(",");
  const { data } = useQuery({
    queryKey: ["people", "names", key],
    queryFn: ({ signal }) => call(peopleRoutes.listProfiles, { query: { ids: key } }, { signal }),
    enabled: key !== "",
    staleTime: staleMs,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return useMemo(() => new Map((data?.profiles ?? []).map((one) => [one.id, authorName(one)])), [data]);
}
