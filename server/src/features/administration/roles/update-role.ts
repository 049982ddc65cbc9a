import type { AdminRole } from "@atoll/contract/administration/schemas";
import { canManageRoles, isBuiltInRole } from "@atoll/contract/permissions";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { recordAct } from "../../../platform/audit.ts";
import { rejectViolation } from "../../../platform/database/reject-violation.ts";
import type { Database } from "../../../tables.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { changedFields } from "../changed-fields.ts";
import { refuseNameLike, uniqueNames } from "../name-taken.ts";
import { canChangeRole } from "../organisation-policy.ts";
import { assertAllowed, isPendingRole } from "../policy.ts";
import { presentRole } from "./present-role.ts";
import { accessRole } from "./role-access.ts";
import type { RoleRow } from "./role-queries.ts";

export interface RoleChanges {
  /** The version that the viewer saw. */
  version: number;
  name?: string | undefined;
  description?: string | undefined;
  requiresSecondFactor?: boolean | undefined;
  requiresPasskey?: boolean | undefined;
}

/**
 * Changes a role's name, description, or whether it requires a second factor or a passkey. A built-in role keeps its name, and
 * pending everything. An unchanged role writes nothing.
 * @throws {AppError} `role_not_found`, `built_in_role`, `role_name_taken`, `name_looks_taken`, `changed_meanwhile`, `passkey_untried`;
 *   `forbidden` for a role with administrative permissions, which only super admins may change.
 */
export function updateRole(
  db: Database,
  acting: Acting,
  roleId: string,
  { version, ...changes }: RoleChanges,
): Promise<AdminRole> {
  return administer(db, acting, canManageRoles, async (tx, current) => {
    const before = await accessRole(tx, roleId);
    const wanted = {
      name: changes.name ?? before.name,
      description: changes.description ?? before.description,
      requiresSecondFactor: changes.requiresSecondFactor ?? before.requires_second_factor,
      requiresPasskey: changes.requiresPasskey ?? before.requires_passkey,
    };
    assertKeepsName(before, wanted.name);
    assertAllowed(canChangeRole(current.viewer, before), `changing the role ${before.name}`);
    assertNotChanged(before, version);
    // Somebody who cannot use one would lock out the people of the role, and perhaps themselves.
    if (wanted.requiresPasskey && !before.requires_passkey && current.viewer.way !== "passkey")
      throw new AppError("passkey_untried");
    const changed = changedFields(fieldsOf(before), wanted);
    if (!changed) return presentRole(before, current.viewer);

    if (wanted.name !== before.name) await refuseNameLike(tx, "roles", wanted.name, roleId);
    await rejectViolation(
      tx
        .updateTable("roles")
        .set({
          name: wanted.name,
          description: wanted.description,
          requires_second_factor: wanted.requiresSecondFactor,
          requires_passkey: wanted.requiresPasskey,
          version: version + 1,
          updated_at: new Date(),
        })
        .where("id", "=", roleId)
        .execute(),
      uniqueNames,
    );
    const after = await accessRole(tx, roleId);
    const subject = { type: "role", id: roleId, name: before.name };
    await recordAct(tx, { ...actorOf(current), action: "role.updated", subject, ...changed });
    return presentRole(after, current.viewer);
  });
}

function assertKeepsName(role: RoleRow, name: string): void {
  if (isPendingRole(role)) throw new AppError("built_in_role", { detail: "pending stays as it is" });
  if (name === role.name) return;
  if (isBuiltInRole(role.name)) throw new AppError("built_in_role");
  if (isBuiltInRole(name)) throw new AppError("role_name_taken");
}

function fieldsOf(row: RoleRow) {
  return {
    name: row.name,
    description: row.description,
    requiresSecondFactor: row.requires_second_factor,
    requiresPasskey: row.requires_passkey,
  };
}
