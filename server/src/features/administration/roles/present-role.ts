import type { AdminRole } from "@atoll/contract/administration/schemas";
import { isBuiltInRole, type PermissionHolder } from "@atoll/contract/permissions";
import { canGiveRole } from "../policy.ts";
import type { RoleRow } from "./role-queries.ts";

/** Returns a role for the administration, with whether this viewer may give it to people. */
export function presentRole(row: RoleRow, viewer: PermissionHolder): AdminRole {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    department:
      row.department_id === null ? null : { id: row.department_id, name: row.department_name ?? "" },
    isBuiltIn: isBuiltInRole(row.name),
    requiresSecondFactor: row.requires_second_factor,
    requiresPasskey: row.requires_passkey,
    permissions: row.permissions,
    holderCount: row.holder_count,
    version: row.version,
    canAssign: canGiveRole(viewer, row),
  };
}
