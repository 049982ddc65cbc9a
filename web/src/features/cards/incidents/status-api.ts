import { statusRoutes as routes } from "@atoll/contract/cards/status-routes";
import type { StatusServices, StatusUpdate } from "@atoll/contract/cards/status-schemas";
import { useQueryClient } from "@tanstack/react-query";
import { refetch } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { call } from "../../../lib/server/api-client.ts";

const idOf = ({ id }: StatusUpdate) => id;

/** The state of the company's services now and on the last 90 days. */
export function useServiceStatus(zone: string) {
  return useLiveQuery({
    queryKey: ["service-status", "services", zone],
    queryFn: ({ signal }) => call(routes.readServiceStatus, { query: { zone } }, { signal }),
    on: { "service-status.changed": refetch },
  });
}

/** The updates for everyone, the newest first. */
export function useStatusUpdates() {
  return usePages({
    queryKey: ["service-status", "updates"],
    fetchPage: (cursor, options) => call(routes.listStatusUpdates, { query: { cursor } }, options),
    keyOf: idOf,
    on: { "service-status.changed": refetch },
  });
}

const servicesKey = (typeId: string) => ["service-status", "of", typeId];

/** The services of a section that the status page shows. */
export function useStatusServices(typeId: string) {
  return useLiveQuery({
    queryKey: servicesKey(typeId),
    queryFn: ({ signal }) => call(routes.readStatusServices, { params: { typeId } }, { signal }),
    on: { "service-status.changed": refetch },
  });
}

/** Chooses these services, and shows them as they are afterwards. */
export function useStatusServicesWrite(typeId: string) {
  const queryClient = useQueryClient();
  const queryKey = servicesKey(typeId);
  return {
    fetchNewest: async () => {
      const newest = await call(routes.readStatusServices, { params: { typeId } });
      queryClient.setQueryData(queryKey, newest);
      return newest;
    },
    save: async (body: StatusServices) =>
      queryClient.setQueryData(queryKey, await call(routes.setStatusServices, { params: { typeId }, body })),
  };
}
