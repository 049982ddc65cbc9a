import { apiRoutes as routes } from "@atoll/contract/cards/api-routes";
import type { ApiServer, Trial } from "@atoll/contract/cards/api-schemas";
import { useQuery } from "@tanstack/react-query";
import { refetch } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";

// An import and a server that is allowed are broadcast as changes of the section.
const on = { "section.changed": refetch } as const;

/** The files that were imported into a section, the newest first. */
export function useVersions(typeId: string) {
  return useLiveQuery({
    queryKey: ["cards", "versions", typeId],
    queryFn: ({ signal }) => call(routes.listVersions, { params: { typeId } }, { signal }),
    on,
  });
}

/** The differences between two files, which never change themselves. */
export function useComparison(typeId: string, query: { from: string; to: string } | undefined) {
  return useQuery({
    queryKey: ["cards", "comparison", typeId, query],
    enabled: query !== undefined,
    queryFn: ({ signal }) =>
      call(routes.compareVersions, { params: { typeId }, query: query ?? { from: "", to: "" } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The servers of the imported files. */
export function useServers(typeId: string) {
  return useLiveQuery({
    queryKey: ["cards", "servers", typeId],
    queryFn: ({ signal }) => call(routes.listServers, { params: { typeId } }, { signal }),
    on,
  });
}

export const changeServer = ({ id, isAllowed, isProduction }: ApiServer) =>
  call(routes.changeServer, { params: { serverId: id }, body: { isAllowed, isProduction } });

export const tryOperation = (cardId: string, body: Trial) =>
  call(routes.tryOperation, { params: { cardId }, body });
