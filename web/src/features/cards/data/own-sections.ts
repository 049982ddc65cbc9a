import { ownSectionRoutes as routes } from "@atoll/contract/cards/own-section-routes";
import type { QueryClient } from "@tanstack/react-query";
import { refetch } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";

/** The sections that administrators added to the viewer's departments. */
export function useOwnSections() {
  return useLiveQuery({
    queryKey: ["cards", "own-sections"],
    queryFn: ({ signal }) => call(routes.listOwnSections, {}, { signal }),
    on: { "section.changed": refetch },
  });
}

const readableKey = ["cards", "readable-sections"] as const;
const fetchReadable = ({ signal }: { signal?: AbortSignal } = {}) =>
  call(routes.listReadableSections, {}, signal && { signal });

/** The sections that the viewer may read, by name. */
export function useReadableSections(isWanted = true) {
  return useLiveQuery({
    queryKey: readableKey,
    queryFn: fetchReadable,
    enabled: isWanted,
    on: { "section.changed": refetch },
  });
}

/** Finds the name of a section that the viewer may read. */
export async function findSectionName(queryClient: QueryClient, id: string): Promise<string | undefined> {
  const { sections } = await queryClient.fetchQuery({
    queryKey: readableKey,
    queryFn: () => fetchReadable(),
    staleTime: 60_000,
  });
  const found = sections.find((one) => one.id === id);
  return found && `${found.departmentName}, ${found.name}`;
}
