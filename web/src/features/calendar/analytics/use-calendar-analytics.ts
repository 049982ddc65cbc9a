import { freeRoutes } from "@atoll/contract/calendar/free-routes";
import { keepPreviousData } from "@tanstack/react-query";
import { lookAgainInTime } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";

/** Returns the analytics of the viewer's own calendar. They are counted again a while after a change. */
export function useCalendarAnalytics({ from, to }: { from: string; to: string }) {
  const query = { from, to, zone: ownTimeZone() };
  return useLiveQuery({
    queryKey: ["calendar", "analytics", query],
    queryFn: ({ signal }) => call(freeRoutes.getCalendarAnalytics, { query }, { signal }),
    placeholderData: keepPreviousData,
    on: { "event.changed": lookAgainInTime },
  });
}
