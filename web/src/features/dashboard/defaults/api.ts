import { administrationRoutes } from "@atoll/contract/administration/routes";
import { dashboardRoutes } from "@atoll/contract/dashboard/routes";
import { refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";
import type { Arrangement } from "../data/dashboard.ts";

const defaultsKey = ["dashboard", "defaults"] as const;

/** The default dashboards, for people who manage the permissions of roles. */
export function useDefaults() {
  return useLiveQuery({
    queryKey: defaultsKey,
    queryFn: ({ signal }) => call(dashboardRoutes.listDashboardDefaults, {}, { signal }),
    select: ({ defaults }) => defaults,
    on: { "dashboards.changed": refetchSpread },
  });
}

/** The departments and roles that can have a default of their own. */
export function useRoleNames() {
  return useLiveQuery({
    queryKey: ["dashboard", "roles"],
    queryFn: ({ signal }) => call(administrationRoutes.listRoles, { query: {} }, { signal }),
    select: ({ roles }) => roles,
    on: { "role.changed": refetchSpread },
  });
}

export const setDefault = (
  body: Arrangement & { roleId: string | null; pinnedIds: string[]; seenAt: string | null },
) => call(dashboardRoutes.setDashboardDefault, { body });

export const deleteDefault = (roleId: string | null, seenAt: string) =>
  call(dashboardRoutes.deleteDashboardDefault, {
    params: { owner: roleId ?? "everybody" },
    query: { seenAt },
  });
