import {
  canAssignRoles,
  canManageDepartments,
  canManageRoles,
  canManageUsers,
  canOpenAdmin,
  canReadAudit,
  hasPermission,
  hasRole,
  isSuperAdmin,
  type PermissionHolder,
  type PermissionPair,
} from "@atoll/contract/permissions";
import { AppError } from "../../platform/app-error.ts";

/** A role as the rules of escalation look at it. */
export interface RoleToGive {
  name: string;
  permissions: readonly PermissionPair[];
}

/** The role that a new employee gets when none is chosen. Specification, section 6. */
export const defaultRoleName = "user";

/** Permissions of these resources give power over other people's accounts and rights. */
const administrativeResources = new Set(["admin", "users", "roles", "departments", "audit"]);

/** Returns whether the viewer may read the summary counts: everyone with any administrative permission. */
export function canSeeSummary(viewer: PermissionHolder): boolean {
  return (
    canListUsers(viewer) || canManageRoles(viewer) || canManageDepartments(viewer) || canReadAudit(viewer)
  );
}

/** Reads the table of users: also who only gives roles, since that is where people are found. */
export function canListUsers(viewer: PermissionHolder): boolean {
  return canOpenAdmin(viewer) || canManageUsers(viewer) || canAssignRoles(viewer);
}

/** Returns whether a viewer may change these of a person at all: who only gives roles changes nothing else. */
export function canChangeUser(
  viewer: PermissionHolder,
  changes: { name?: unknown; email?: unknown; departmentIds?: unknown },
): boolean {
  const { name, email, departmentIds } = changes;
  const rolesAlone = name === undefined && email === undefined && departmentIds === undefined;
  return canManageUsers(viewer) || (rolesAlone && canAssignRoles(viewer));
}

/**
 * Returns whether an account is within a viewer's reach: to edit it, disable or delete it, set its password, end its
 * sessions or reset its second factor. Only a super admin reaches a super admin. Since a new password hands
 * over everything that an account may do, nobody reaches one with more administrative power than their own.
 * What the viewer may do at all (`canManageUsers`, `canAssignRoles`) is asked before.
 */
export function canTouchUser(viewer: PermissionHolder, target: PermissionHolder): boolean {
  if (isSuperAdmin(viewer)) return true;
  if (hasRole(target, "super_admin") || holdsAdminAccess(target.permissions)) return false;
  if (hasRole(viewer, "admin")) return true;
  if (hasRole(target, "admin")) return false;
  return target.permissions
    .filter(({ resource }) => administrativeResources.has(resource))
    .every(({ resource, action }) => hasPermission(viewer, resource, action));
}

/**
 * Returns whether the viewer may change how a person signs in, by password, email or second factor. The viewer could
 * then sign in as that person and get everything they hold, so it requires every permission of theirs, and not only
 * power over others.
 */
export function canResetSignIn(viewer: PermissionHolder, target: PermissionHolder): boolean {
  return canTouchUser(viewer, target) && target.permissions.every((pair) => passes(viewer, pair));
}

/**
 * Whether a viewer may give this person a role or a department. Nobody gives themselves anything, since both open what
 * is private to others; a super admin may, and everyone who is in it is told.
 */
export function canGiveTo(viewer: PermissionHolder & { id: string }, person: { id: string }): boolean {
  return viewer.id !== person.id || isSuperAdmin(viewer);
}

/**
 * Returns whether the viewer may give or remove a role. `pending` is never given: a person with no other role is
 * pending. Only super admins can give roles that equal or contain admin access. Other people can give only what they
 * hold themselves.
 */
export function canGiveRole(viewer: PermissionHolder, role: RoleToGive): boolean {
  if (isPendingRole(role)) return false;
  if (!canAssignRoles(viewer)) return false;
  if (isSuperAdmin(viewer)) return true;
  if (isPrivilegedRole(role)) return false;
  return role.permissions.every((pair) => passes(viewer, pair));
}

/** The role of those who are not approved yet. Nobody is given it; it may be taken away with every other. */
export function isPendingRole(role: { name: string }): boolean {
  return role.name.toLowerCase() === "pending";
}

/** @throws {AppError} `role_not_found` when the role pending is among them: it is not offered. Section 5. */
export function assertNonePending(roles: readonly { name: string }[]): void {
  if (roles.some(isPendingRole)) throw new AppError("role_not_found", { detail: "pending is not given" });
}

/** A role that makes its holder an administrator: super_admin, admin, or one that holds admin access. */
export function isPrivilegedRole(role: RoleToGive): boolean {
  return ["super_admin", "admin"].includes(role.name.toLowerCase()) || holdsAdminAccess(role.permissions);
}

/** Whether a viewer may put a permission into a role: one that they pass themselves, admin access as super admin only. */
export function canGrantPermission(viewer: PermissionHolder, pair: PermissionPair): boolean {
  if (isSuperAdmin(viewer)) return true;
  return !holdsAdminAccess([pair]) && passes(viewer, pair);
}

/** @throws {AppError} `forbidden`; `what` goes to the log. */
export function assertAllowed(isAllowed: boolean, what: string): void {
  if (!isAllowed) throw new AppError("forbidden", { detail: what });
}

/** Passes the check of a permission. An admin passes every one but managing roles: nobody gives what they have not. */
function passes(viewer: PermissionHolder, { resource, action }: PermissionPair): boolean {
  if (resource === "roles" && action === "manage") return canManageRoles(viewer);
  return hasPermission(viewer, resource, action);
}

function holdsAdminAccess(permissions: readonly PermissionPair[]): boolean {
  return permissions.some(({ resource, action }) => resource === "admin" && action === "access");
}
