import type { AdminRole } from "@atoll/contract/administration/schemas";
import type { NamedDepartment } from "@atoll/contract/people/profile-schemas";
import { compareNames } from "../../../lib/compare-names.ts";
import { type Permission, type PermissionArea, permissionAreas, withNames } from "./permission-areas.ts";
import type { RoleDraft } from "./role-changes.ts";

export interface RoleFilters {
  /** A part of a permission's description. */
  text: string;
  /** The id of a department, `company` for the roles of no department, or `all`. */
  department: string;
  onlyChanged: boolean;
}

export const allRoles: RoleFilters = { text: "", department: "all", onlyChanged: false };

/** Sorts roles: the most powerful first, then the company's own by name, then user and pending. */
export function sortRoles(roles: readonly AdminRole[]): AdminRole[] {
  const rank = ({ name, isBuiltIn }: AdminRole) => (isBuiltIn ? (ranks[name.toLowerCase()] ?? 2) : 2);
  return [...roles].sort((a, b) => rank(a) - rank(b) || compareNames(a.name, b.name));
}

/** The roles that the filter leaves; one with unsaved ticks always stays in sight. */
export function visibleRoles(
  roles: readonly AdminRole[],
  { department }: RoleFilters,
  draft: RoleDraft,
): AdminRole[] {
  return roles.filter((role) => {
    if (department === "all" || draft.has(role.id)) return true;
    return department === "company" ? role.department === null : role.department?.id === department;
  });
}

/** The areas with the permissions that the filters leave. */
export function visibleAreas(
  { text, onlyChanged }: RoleFilters,
  departments: readonly NamedDepartment[],
  hasChanged: (permission: Permission) => boolean,
): PermissionArea[] {
  const wanted = text.trim().toLowerCase();
  const isShown = (permission: Permission) =>
    `${permission.title} ${permission.key}`.toLowerCase().includes(wanted) &&
    (!onlyChanged || hasChanged(permission));
  return permissionAreas
    .map(({ name, permissions }) => ({
      name,
      permissions: permissions.map((one) => withNames(one, departments)).filter(isShown),
    }))
    .filter(({ permissions }) => permissions.length > 0);
}

const ranks: Record<string, number | undefined> = { super_admin: 0, admin: 1, user: 3, pending: 4 };
