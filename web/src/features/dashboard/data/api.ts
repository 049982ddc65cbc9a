import { dashboardRoutes } from "@atoll/contract/dashboard/routes";
import type { LiveHandlers } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/api-client.ts";
import type { Arrangement, Dashboard } from "./dashboard.ts";

export const dashboardKey = ["dashboard"] as const;

/** The viewer's dashboard, in one request, and up to date. */
export function useDashboard(on: LiveHandlers<Dashboard>) {
  return useLiveQuery<Dashboard>({
    queryKey: dashboardKey,
    queryFn: ({ signal }) => call(dashboardRoutes.getDashboard, {}, { signal }),
    on,
  });
}

export const arrange = (arrangement: Arrangement & { version: number }) =>
  call(dashboardRoutes.arrangeDashboard, { body: arrangement });

export const reset = () => call(dashboardRoutes.resetDashboard, {});
