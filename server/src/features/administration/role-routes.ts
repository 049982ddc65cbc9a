import { administrationRoutes } from "@atoll/contract/administration/routes";
import { canManageRoles, type PermissionHolder } from "@atoll/contract/permissions";
import type { SliceContext } from "../../slice.ts";
import { canListRoles } from "./organisation-policy.ts";
import { assertAllowed } from "./policy.ts";
import { createRole } from "./roles/create-role.ts";
import { deleteRole } from "./roles/delete-role.ts";
import { presentRole } from "./roles/present-role.ts";
import { selectRoles } from "./roles/role-queries.ts";
import { setRolePermissions } from "./roles/set-role-permissions.ts";
import { updateRole } from "./roles/update-role.ts";

/** The roles of the admin panel. Specification, sections 6 and 7 (the role service). */
export function registerRoleAdministration({ routes, db }: SliceContext): void {
  routes.route(administrationRoutes.listRoles, async ({ query }, { viewer }) => {
    assertAllowed(canListRoles(viewer), "listing roles");
    const { departmentId } = query;
    const rows = await selectRoles(db)
      .$if(departmentId !== undefined, (select) => select.where("r.department_id", "=", departmentId ?? ""))
      .execute();
    return { roles: rows.map((row) => presentRole(row, viewer)) };
  });

  routes.route(administrationRoutes.createRole, async ({ body }, { viewer, request }) => {
    assertMayManage(viewer);
    return { role: await createRole(db, { viewer, address: request.ip }, body) };
  });

  routes.route(administrationRoutes.updateRole, async ({ params, body }, { viewer, request }) => {
    assertMayManage(viewer);
    return { role: await updateRole(db, { viewer, address: request.ip }, params.roleId, body) };
  });

  routes.route(administrationRoutes.setRolePermissions, async ({ params, body }, { viewer, request }) => {
    assertMayManage(viewer);
    return { role: await setRolePermissions(db, { viewer, address: request.ip }, params.roleId, body) };
  });

  routes.route(administrationRoutes.deleteRole, async ({ params }, { viewer, request }) => {
    assertMayManage(viewer);
    await deleteRole(db, { viewer, address: request.ip }, params.roleId);
    return undefined;
  });
}

function assertMayManage(viewer: PermissionHolder): void {
  assertAllowed(canManageRoles(viewer), "no roles/manage");
}
