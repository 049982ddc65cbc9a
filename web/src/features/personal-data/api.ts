import { personalDataRoutes } from "@atoll/contract/personal-data/routes";
import type { PersonExport } from "@atoll/contract/personal-data/schemas";
import type { RouteCall } from "@atoll/contract/route";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/server/api-client.ts";

export const personExportKey = ["person-exports"] as const;

export const isUnfinished = ({ state }: Pick<PersonExport, "state">): boolean =>
  state === "waiting" || state === "running";

/** How often the progress of an export is asked for. */
export const progressMs = 2_000;

/** The viewer's exports of their own data and of colleagues', with their progress. */
export function usePersonExports() {
  return useQuery({
    queryKey: personExportKey,
    queryFn: async ({ signal }) => (await call(personalDataRoutes.listPersonExports, {}, { signal })).exports,
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? progressMs : false),
  });
}

export const startPersonExport = (body: RouteCall<typeof personalDataRoutes.startPersonExport>["body"]) =>
  call(personalDataRoutes.startPersonExport, { body });

export const deletePersonExport = (exportId: string) =>
  call(personalDataRoutes.deletePersonExport, { params: { exportId } });
