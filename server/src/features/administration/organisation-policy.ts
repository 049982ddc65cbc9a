import {
  canManageDepartments,
  canManageRoles,
  canManageUsers,
  isSuperAdmin,
  type PermissionHolder,
} from "@atoll/contract/permissions";
import { canListUsers, isPrivilegedRole, type RoleToGive } from "./policy.ts";

/** Returns whether the viewer may read the roles: people who manage roles, or assign them to people. */
export function canListRoles(viewer: PermissionHolder): boolean {
  return canListUsers(viewer) || canManageRoles(viewer);
}

/**
 * Returns whether the viewer may read the departments: people who manage departments, or choose departments for people
 * and roles.
 */
export function canListDepartments(viewer: PermissionHolder): boolean {
  return canListRoles(viewer) || canManageDepartments(viewer);
}

/**
 * Returns whether the viewer may list a department's members: everybody who may read the table of users, which has a
 * filter by department.
 */
export function canListMembers(viewer: PermissionHolder): boolean {
  return canListUsers(viewer) || canManageDepartments(viewer);
}

/** Returns whether the viewer may add and remove members of departments. */
export function canManageMembers(viewer: PermissionHolder): boolean {
  return canManageDepartments(viewer) || canManageUsers(viewer);
}

/**
 * Returns whether the viewer may merge departments: only super admins, because the members of each then see everything
 * in the other, and people who manage departments could give themselves access to one.
 */
export function canMergeDepartments(viewer: PermissionHolder): boolean {
  return isSuperAdmin(viewer);
}

/**
 * Returns whether a viewer who manages members may move this person. A department gives no power over others, so only
 * the accounts of super admins are out of reach, as they are for every other edit.
 */
export function canMoveMember(viewer: PermissionHolder, person: PermissionHolder): boolean {
  return isSuperAdmin(viewer) || !isSuperAdmin(person);
}

/** Returns whether a viewer who manages roles may change this one: one that makes administrators is a super admin's. */
export function canChangeRole(viewer: PermissionHolder, role: RoleToGive): boolean {
  return isSuperAdmin(viewer) || !isPrivilegedRole(role);
}
