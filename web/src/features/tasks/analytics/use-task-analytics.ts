import { taskAnalyticsRoutes } from "@atoll/contract/tasks/analytics";
import { keepPreviousData } from "@tanstack/react-query";
import { lookAgainInTime } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";

export interface AnalyticsQuery {
  from: string;
  to: string;
  departments: readonly string[];
  tags: readonly string[];
}

/** Returns the analytics of the viewer's tasks. They are counted again a while after a change. */
export function useTaskAnalytics({ from, to, departments, tags }: AnalyticsQuery) {
  const query = { from, to, zone: ownTimeZone(), departments: departments.join(), tags: tags.join() };
  return useLiveQuery({
    queryKey: ["tasks", "analytics", query],
    queryFn: ({ signal }) => call(taskAnalyticsRoutes.getTaskAnalytics, { query }, { signal }),
    placeholderData: keepPreviousData,
    on: { "task.changed": lookAgainInTime, "task.gone": lookAgainInTime },
  });
}
