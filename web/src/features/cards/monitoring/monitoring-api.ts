import { monitoringRoutes as routes } from "@atoll/contract/cards/monitoring-routes";
import type { NewSilence } from "@atoll/contract/cards/monitoring-schemas";
import { refetch, refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";

/** The silences of a section that have not ended. */
export function useSilences(typeId: string) {
  return useLiveQuery({
    queryKey: ["cards", "silences", typeId],
    queryFn: ({ signal }) => call(routes.listSilences, { params: { typeId } }, { signal }),
    on: { "section.changed": refetch },
  });
}

/** When services were up. */
export function useUptime(typeId: string, span: "days" | "hours", zone: string) {
  return useLiveQuery({
    queryKey: ["cards", "uptime", typeId, span, zone],
    queryFn: ({ signal }) =>
      call(routes.readUptime, { params: { typeId }, query: { span, zone } }, { signal }),
    on: { "section.changed": refetchSpread, "card.changed": refetchSpread },
  });
}

export const createSilence = (typeId: string, body: NewSilence) =>
  call(routes.createSilence, { params: { typeId }, body });

export const endSilence = (silenceId: string) => call(routes.endSilence, { params: { silenceId } });
