import { dashboardRoutes } from "@atoll/contract/dashboard/routes";
import type { LiveHandlers } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import type { SeenKind } from "../../../capabilities/offline/seen/seen-kind.ts";
import { useKeptSeen } from "../../../capabilities/offline/seen/use-kept-seen.ts";
import { call } from "../../../lib/server/api-client.ts";
import type { Arrangement, Dashboard } from "./dashboard.ts";

export const dashboardKey = ["dashboard", "own"] as const;
const kinds: readonly SeenKind[] = [{ name: "dashboard", queryKey: dashboardKey, newest: 1 }];
/** The part of the dashboard that opens without a connection. */
const seenInDashboard = () => kinds;

/** The viewer's dashboard, in one request, and up to date. */
export function useDashboard(on: LiveHandlers<Dashboard>) {
  useKeptSeen(seenInDashboard);
  return useLiveQuery<Dashboard>({
    queryKey: dashboardKey,
    queryFn: ({ signal }) => call(dashboardRoutes.getDashboard, {}, { signal }),
    on,
  });
}

export const arrange = (arrangement: Arrangement & { version: number }) =>
  call(dashboardRoutes.arrangeDashboard, { body: arrangement });

export const reset = () => call(dashboardRoutes.resetDashboard, {});
