import { canManageRoles, isBuiltInRole } from "@atoll/contract/permissions";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { canChangeRole } from "../organisation-policy.ts";
import { assertAllowed } from "../policy.ts";
import { accessRole } from "./role-access.ts";

/**
 * Deletes a role without holders.
 * @throws {AppError} `role_not_found`, `built_in_role`, `role_in_use`; `forbidden` for a role with administrative
 *   permissions, which only super admins may delete.
 */
export function deleteRole(db: Database, acting: Acting, roleId: string): Promise<void> {
  return administer(db, acting, canManageRoles, async (tx, current) => {
    const role = await accessRole(tx, roleId);
    if (isBuiltInRole(role.name)) throw new AppError("built_in_role");
    assertAllowed(canChangeRole(current.viewer, role), `deleting the role ${role.name}`);
    if (role.holder_count > 0) throw new AppError("role_in_use");
    await tx.deleteFrom("roles").where("id", "=", roleId).execute();
    await recordAct(tx, {
      ...actorOf(current),
      action: "role.deleted",
      subject: { type: "role", id: roleId, name: role.name },
      before: {
        name: role.name,
        description: role.description,
        department: role.department_name,
        permissions: role.permissions.map(({ resource, action }) => `${resource}:${action}`),
      },
    });
  });
}
