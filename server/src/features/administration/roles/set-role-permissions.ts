import type { AdminRole } from "@atoll/contract/administration/schemas";
import { permissions as registry } from "@atoll/contract/permission-list";
import { canManageRoles, isBuiltInRole, type PermissionPair } from "@atoll/contract/permissions";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { canChangeRole } from "../organisation-policy.ts";
import { assertAllowed, canGrantPermission, defaultRoleName } from "../policy.ts";
import { presentRole } from "./present-role.ts";
import { accessRole } from "./role-access.ts";

const known = new Set(registry.map(nameOf));

/**
 * Sets all permissions of a role, which take effect for its holders at once. super_admin, admin and pending have fixed
 * ones. An unchanged set writes nothing.
 * @throws {AppError} `invalid_request` naming unknown permissions, `role_not_found`, `built_in_role`,
 *   `changed_meanwhile`; `forbidden` for a permission that the viewer does not have, and for a role with administrative
 *   permissions, unless the viewer is a super admin.
 */
export async function setRolePermissions(
  db: Database,
  acting: Acting,
  roleId: string,
  { version, permissions }: { version: number; permissions: readonly PermissionPair[] },
): Promise<AdminRole> {
  assertKnown(permissions);
  return administer(db, acting, canManageRoles, async (tx, current) => {
    const role = await accessRole(tx, roleId);
    if (isBuiltInRole(role.name) && role.name.toLowerCase() !== defaultRoleName) {
      throw new AppError("built_in_role", { detail: "its permissions follow from what it is" });
    }
    assertAllowed(canChangeRole(current.viewer, role), `changing the role ${role.name}`);
    assertNotChanged(role, version);
    const before = role.permissions.map(nameOf).toSorted();
    const after = [...new Set(permissions.map(nameOf))].toSorted();
    if (before.join() === after.join()) return presentRole(role, current.viewer);
    for (const pair of permissions) {
      const isNew = !before.includes(nameOf(pair));
      assertAllowed(!isNew || canGrantPermission(current.viewer, pair), `granting ${nameOf(pair)}`);
    }

    await writePermissions(tx, roleId, after);
    const subject = { type: "role", id: roleId, name: role.name };
    const changed = await accessRole(tx, roleId);
    await recordAct(tx, {
      ...actorOf(current),
      action: "role.updated",
      subject,
      before: { permissions: before },
      after: { permissions: after },
    });
    return presentRole(changed, current.viewer);
  });
}

async function writePermissions(tx: Database, roleId: string, names: readonly string[]): Promise<void> {
  await sql`DELETE FROM role_permissions rp USING permissions p
    WHERE rp.role_id = ${roleId} AND p.id = rp.permission_id AND p.name <> ALL(${names}::text[])`.execute(tx);
  await sql`INSERT INTO role_permissions (role_id, permission_id)
    SELECT ${roleId}, id FROM permissions WHERE name = ANY(${names}::text[])
    ON CONFLICT DO NOTHING`.execute(tx);
  await tx
    .updateTable("roles")
    .set((eb) => ({ version: eb("version", "+", 1), updated_at: new Date() }))
    .where("id", "=", roleId)
    .execute();
}

function assertKnown(pairs: readonly PermissionPair[]): void {
  const fields = pairs.flatMap((pair, index) =>
    known.has(nameOf(pair)) ? [] : [{ path: `permissions.${index}`, message: "There is no such permission" }],
  );
  if (fields.length > 0) throw new AppError("invalid_request", { fields });
}

function nameOf({ resource, action }: PermissionPair): string {
  return `${resource}:${action}`;
}
