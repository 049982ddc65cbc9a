import { peopleRoutes } from "@atoll/contract/people/routes";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/server/api-client.ts";
import { useViewer } from "../../lib/session/use-session.tsx";

/** As many as the server names at once. */
const maxIds = 100;
const namesStaleMs = 5 * 60_000;

/**
 * Returns the names of departments of which only the IDs are known, for example from an address. Undefined until known,
 * and for deleted departments.
 */
export function useDepartmentNames(ids: readonly string[]): (id: string) => string | undefined {
  const { departments: own } = useViewer();
  const asked = [...new Set(ids)].filter((id) => own.every((one) => one.id !== id)).slice(0, maxIds);
  const { data } = useQuery({
    queryKey: ["departments", "named", ...asked.toSorted()],
    queryFn: ({ signal }) =>
      call(peopleRoutes.searchDepartments, { query: { ids: asked.join(","), limit: maxIds } }, { signal }),
    enabled: asked.length > 0,
    staleTime: namesStaleMs,
    placeholderData: keepPreviousData,
  });
  return (id) => [...own, ...(data?.departments ?? [])].find((one) => one.id === id)?.name;
}
