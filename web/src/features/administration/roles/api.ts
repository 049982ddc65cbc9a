import { administrationRoutes } from "@atoll/contract/administration/routes";
import type { AdminRole } from "@atoll/contract/administration/schemas";
import type { PermissionPair } from "@atoll/contract/permissions";
import type { RouteCall } from "@atoll/contract/route";
import { useQueryClient } from "@tanstack/react-query";
import { refetch, refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";

const rolesKey = ["administration", "roles"] as const;

/** All roles with their permissions. */
export function useRoles() {
  return useLiveQuery({
    queryKey: rolesKey,
    queryFn: ({ signal }) => call(administrationRoutes.listRoles, { query: {} }, { signal }),
    on: {
      "role.changed": refetch,
      // A role shows the name of its department.
      "department.changed": refetch,
      "administration.changed": refetchSpread,
    },
    select: ({ roles }) => roles,
  });
}

/** Returns functions that put a response in the cache and refetch everything that depends on roles. */
export function useRoleCache() {
  const queryClient = useQueryClient();
  return {
    keep: (role: AdminRole) =>
      queryClient.setQueryData<{ roles: AdminRole[] }>(rolesKey, (before) =>
        before ? { roles: [...before.roles.filter(({ id }) => id !== role.id), role] } : before,
      ),
    refresh: () => queryClient.invalidateQueries({ queryKey: ["administration"] }),
  };
}

export const createRole = (body: RouteCall<typeof administrationRoutes.createRole>["body"]) =>
  call(administrationRoutes.createRole, { body }).then(({ role }) => role);

export const updateRole = (roleId: string, body: RouteCall<typeof administrationRoutes.updateRole>["body"]) =>
  call(administrationRoutes.updateRole, { params: { roleId }, body }).then(({ role }) => role);

export const deleteRole = (roleId: string) => call(administrationRoutes.deleteRole, { params: { roleId } });

export const setRolePermissions = (roleId: string, version: number, permissions: PermissionPair[]) =>
  call(administrationRoutes.setRolePermissions, {
    params: { roleId },
    body: { version, permissions },
  }).then(({ role }) => role);
