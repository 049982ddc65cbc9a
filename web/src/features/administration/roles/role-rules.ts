import type { AdminRole } from "@atoll/contract/administration/schemas";
import {
  canManageRoles,
  givesEverything,
  hasPermission,
  hasRole,
  isSuperAdmin,
  type PermissionHolder,
  type PermissionPair,
} from "@atoll/contract/permissions";

/** Roles with fixed permissions, and the explanation. Specification, section 6. */
const ruled: Record<string, string | undefined> = {
  super_admin: "Super admin always holds every permission.",
  admin: "Admin always passes, except for managing roles, which is left to Super admin.",
  pending: "Pending never holds any permission: it is for people who wait for approval.",
};

/** Returns why a role's permissions cannot be changed; null if they can. */
export function ruleReason({ name, isBuiltIn }: AdminRole): string | null {
  return isBuiltIn ? (ruled[name.toLowerCase()] ?? null) : null;
}

/** Returns whether the role has a permission by rule. */
export function isAllowedByRule({ name }: AdminRole, pair: PermissionPair): boolean {
  const holder = { roles: [{ name }], permissions: [] };
  const isSuperAdmins = givesEverything(pair) || (pair.resource === "roles" && pair.action === "manage");
  if (isSuperAdmins) return hasRole(holder, "super_admin");
  return hasPermission(holder, pair.resource, pair.action);
}

/** Why the viewer cannot change this tick, in words; null when they can. The server decides the same again. */
export function lockReason(viewer: PermissionHolder, role: AdminRole, pair: PermissionPair): string | null {
  const reason = ruleReason(role) ?? untouchableReason(viewer, role);
  // A permission the role already has may be removed, and restored before saving.
  if (reason || isSuperAdmin(viewer) || holdsPermission(role, pair)) return reason;
  if (givesEverything(pair)) return "Only a super administrator may make others super administrators.";
  if (hasPermission(viewer, pair.resource, pair.action)) return null;
  return "You do not hold this permission, so you cannot give it.";
}

/** Why the viewer cannot change anything of the role; null when they can. */
export function untouchableReason(viewer: PermissionHolder, role: AdminRole): string | null {
  if (!canManageRoles(viewer)) return "You can view roles, but not change them.";
  if (isSuperAdmin(viewer) || !makesAdministrators(role)) return null;
  return "Only a super administrator may change a role that makes administrators.";
}

/** Returns whether the viewer may describe the role and let it ask for a second factor; `pending` stays as it is. */
export function canEditRole(viewer: PermissionHolder, role: AdminRole): boolean {
  return untouchableReason(viewer, role) === null && role.name.toLowerCase() !== "pending";
}

export function holdsPermission(role: AdminRole, { resource, action }: PermissionPair): boolean {
  return role.permissions.some((pair) => pair.resource === resource && pair.action === action);
}

function makesAdministrators(role: AdminRole): boolean {
  return ["super_admin", "admin"].includes(role.name.toLowerCase()) || role.permissions.some(givesEverything);
}
