import type { AdminUser } from "@atoll/contract/administration/schemas";
import { canAssignRoles, canManageUsers, type PermissionHolder } from "@atoll/contract/permissions";
import { canResetSignIn, canTouchUser } from "../policy.ts";
import type { UserRow } from "./user-queries.ts";

/** An account as the administration sees it, with what this viewer may do. Specification, section 3. */
export function presentUser(row: UserRow, viewer: PermissionHolder & { id: string }): AdminUser {
  const isInReach = canTouchUser(viewer, row);
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    avatar: row.avatar_url,
    roles: row.roles,
    departments: row.departments,
    isDisabled: row.disabled_at !== null,
    hasSecondFactor: row.has_second_factor,
    directory: row.directory,
    mailRefusal: row.mail_refusal,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    lastActive: row.last_active_at?.toISOString() ?? null,
    canEdit: isInReach && (canManageUsers(viewer) || canAssignRoles(viewer)),
    canResetSignIn: canManageUsers(viewer) && canResetSignIn(viewer, row),
    canDelete: isInReach && canManageUsers(viewer) && row.id !== viewer.id,
  };
}
