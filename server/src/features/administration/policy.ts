import {
  canAssignRoles,
  canManageDepartments,
  canManageRoles,
  canManageUsers,
  canOpenAdmin,
  canReadAudit,
  hasPermission,
  hasRole,
  isSensitive,
  isSuperAdmin,
  type PermissionHolder,
  type PermissionPair,
} from "@atoll/contract/permissions";
import { AppError } from "../../platform/app-error.ts";

/** A role with the fields that the rules against privilege escalation need. */
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

/**
 * Returns whether the viewer may read the table of users: also viewers who may only give roles, because they find
 * people there.
 */
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
 * Returns whether the viewer may edit, disable or delete an account, set its password, end its sessions or reset its
 * second factor. Only super admins may do so with super admins. A new password hands over everything that an account
 * may do, so nobody may change an account with more administrative power than their own. The caller checks first what
 * the viewer may do at all (`canManageUsers`, `canAssignRoles`).
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
 * Returns whether someone may act for others or read more than their own departments, by a permission that bots never
 * get. The account of such a person opens those of others, so nothing links it or changes its address by itself.
 */
export function hasPower(holder: PermissionHolder): boolean {
  if (hasRole(holder, "super_admin") || hasRole(holder, "admin")) return true;
  return holder.permissions.some(isSensitive);
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
 * Returns whether a viewer may give this person a role or a department. Nobody may give themselves anything, because
 * both open what is private to others; super admins may, and everyone affected is notified.
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

/** Returns whether a role is pending, the role of people who are not approved yet. It cannot be given, only removed. */
export function isPendingRole(role: { name: string }): boolean {
  return role.name.toLowerCase() === "pending";
}

/** @throws {AppError} `role_not_found` when the role pending is among them: it is not offered. Section 5. */
export function assertNonePending(roles: readonly { name: string }[]): void {
  if (roles.some(isPendingRole)) throw new AppError("role_not_found", { detail: "pending is not given" });
}

/** Returns whether a role makes its holder an administrator: super_admin, admin, or a role with admin access. */
export function isPrivilegedRole(role: RoleToGive): boolean {
  return ["super_admin", "admin"].includes(role.name.toLowerCase()) || holdsAdminAccess(role.permissions);
}

/** Whether a viewer may put a permission into a role: one that they pass themselves, admin access as super admin only. */
export function canGrantPermission(viewer: PermissionHolder, pair: PermissionPair): boolean {
  if (isSuperAdmin(viewer)) return true;
  return !holdsAdminAccess([pair]) && passes(viewer, pair);
}

/** @throws {AppError} `forbidden`; `what` is logged. */
export function assertAllowed(isAllowed: boolean, what: string): void {
  if (!isAllowed) throw new AppError("forbidden", { detail: what });
}

/**
 * Returns whether the viewer has a permission. An admin has every one but managing roles: nobody gives what they do not
 * have.
 */
function passes(viewer: PermissionHolder, { resource, action }: PermissionPair): boolean {
  if (resource === "roles" && action === "manage") return canManageRoles(viewer);
  return hasPermission(viewer, resource, action);
}

function holdsAdminAccess(permissions: readonly PermissionPair[]): boolean {
  return permissions.some(({ resource, action }) => resource === "admin" && action === "access");
}
