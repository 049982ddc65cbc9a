import { freeRoutes } from "@atoll/contract/calendar/free-routes";
import type { FreeBusy } from "@atoll/contract/calendar/free-schemas";
import { maxFreePeople } from "@atoll/contract/calendar/limits";
import { eventRoutes } from "@atoll/contract/calendar/routes";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";
import { addDays, instantOf, ownTimeZone } from "../../../lib/time/wall-time.ts";

/** So many days are asked for at once: the one that is looked at, and what comes after it. */
const askedDays = 14;
/** Nobody is notified of changes to other people's events, so they are fetched again at this interval. */
const againMs = 60_000;

/** The answer with its first day. */
export type FreeDays = FreeBusy & { firstDay: string };

export interface FreeQuestion {
  /** At most as many as may be asked about are. */
  ids: readonly string[];
  firstDay: string;
  durationMinutes: number;
  exceptEventId: string | null;
}

/** When people are free over two weeks, and the best times for all of them. */
export function useFreeBusy({ ids, firstDay, durationMinutes, exceptEventId }: FreeQuestion) {
  const personIds = ids.slice(0, maxFreePeople);
  const zone = ownTimeZone();
  return useLiveQuery<FreeDays>({
    queryKey: ["calendar", "free", { personIds, firstDay, durationMinutes, exceptEventId, zone }],
    queryFn: async ({ signal }) => {
      const [from, until] = [instantOf(firstDay), instantOf(addDays(firstDay, askedDays))];
      const range = { from: from.toISOString(), until: until.toISOString(), zone };
      const body = { personIds, ...range, durationMinutes, exceptEventId };
      return { ...(await call(freeRoutes.findTime, { body }, { signal })), firstDay };
    },
    enabled: personIds.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
    on: { "event.changed": refetchSpread },
  });
}

/** The days that an answer knows of. */
export function isAsked(firstDay: string, day: string): boolean {
  return day >= firstDay && day < addDays(firstDay, askedDays);
}

/** Returns the people in the departments and channels that are to be invited. */
export function useInvitees(departmentIds: readonly string[], channelIds: readonly string[]) {
  const query = { departmentIds: departmentIds.join(","), channelIds: channelIds.join(",") };
  return useQuery({
    queryKey: ["calendar", "invitees", query],
    queryFn: ({ signal }) => call(eventRoutes.listInvitees, { query }, { signal }),
    enabled: departmentIds.length + channelIds.length > 0,
    staleTime: 60_000,
  });
}
