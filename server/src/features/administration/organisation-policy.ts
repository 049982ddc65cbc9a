import {
  canManageDepartments,
  canManageRoles,
  canManageUsers,
  isSuperAdmin,
  type PermissionHolder,
} from "@atoll/contract/permissions";
import { canListUsers, isPrivilegedRole, type RoleToGive } from "./policy.ts";

/** Reads the roles: whoever manages them, and whoever chooses among them for people. */
export function canListRoles(viewer: PermissionHolder): boolean {
  return canListUsers(viewer) || canManageRoles(viewer);
}

/** Reads the departments: whoever manages them, and whoever chooses among them for people and for roles. */
export function canListDepartments(viewer: PermissionHolder): boolean {
  return canListRoles(viewer) || canManageDepartments(viewer);
}

/** Reads who is in a department: as many as read the table of users, which can be narrowed to a department. */
export function canListMembers(viewer: PermissionHolder): boolean {
  return canListUsers(viewer) || canManageDepartments(viewer);
}

/** Chooses who is in a department. */
export function canManageMembers(viewer: PermissionHolder): boolean {
  return canManageDepartments(viewer) || canManageUsers(viewer);
}

/**
 * Merges departments: a super admin alone, for the members of each see all that the other has from then on, and whoever
 * manages departments could so let themselves into one.
 */
export function canMergeDepartments(viewer: PermissionHolder): boolean {
  return isSuperAdmin(viewer);
}

/**
 * Whether a viewer who manages members may move this person. A department gives no power over others, so only
 * the accounts of super admins are out of reach, as they are for every other edit.
 */
export function canMoveMember(viewer: PermissionHolder, person: PermissionHolder): boolean {
  return isSuperAdmin(viewer) || !isSuperAdmin(person);
}

/** Whether a viewer who manages roles may change this one: one that makes administrators is a super admin's. */
export function canChangeRole(viewer: PermissionHolder, role: RoleToGive): boolean {
  return isSuperAdmin(viewer) || !isPrivilegedRole(role);
}
