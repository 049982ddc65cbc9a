import type { AdminRole } from "@atoll/contract/administration/schemas";
import type { NamedDepartment } from "@atoll/contract/people/profile-schemas";
import { givesEverything, type PermissionPair } from "@atoll/contract/permissions";
import {
  type Permission,
  permissionAreas,
  permissionKey,
  permissionPhrase,
  withNames,
} from "./permission-areas.ts";
import { holdsPermission } from "./role-rules.ts";

/** The unsaved changes: by role and permission, whether it should be granted. */
export type RoleDraft = ReadonlyMap<string, ReadonlyMap<string, boolean>>;

export interface RoleChange {
  role: AdminRole;
  added: readonly Permission[];
  removed: readonly Permission[];
}

/**
 * Toggles additions and removals, not whole sets, so that they keep their meaning when somebody else changes the role.
 */
export function toggle(draft: RoleDraft, role: AdminRole, pair: PermissionPair): RoleDraft {
  const wishes = new Map(draft.get(role.id));
  const wanted = !isWanted(draft, role, pair);
  if (wanted === holdsPermission(role, pair)) wishes.delete(permissionKey(pair));
  else wishes.set(permissionKey(pair), wanted);
  return wishes.size > 0 ? new Map([...draft, [role.id, wishes]]) : without(draft, role.id);
}

export function without(draft: RoleDraft, roleId: string): RoleDraft {
  return new Map([...draft].filter(([id]) => id !== roleId));
}

/** Returns whether the permission is ticked, saved or not. */
export function isWanted(draft: RoleDraft, role: AdminRole, pair: PermissionPair): boolean {
  return draft.get(role.id)?.get(permissionKey(pair)) ?? holdsPermission(role, pair);
}

/** Why a role passes the check of a permission without holding it; null when it does not. */
export function givenReason(draft: RoleDraft, role: AdminRole, pair: PermissionPair): string | null {
  const giver = known.find((permission) => givesEverything(permission) && isWanted(draft, role, permission));
  if (!giver || permissionKey(pair) === giver.key) return null;
  return `Given by “${giver.title}”, which holds every permission.`;
}

/** Those of the changes that make somebody a super administrator in all but name. */
export function grantsOfEverything(changes: readonly RoleChange[]): RoleChange[] {
  return changes.filter(({ added }) => added.some(givesEverything));
}

/** Returns whether a checkbox differs from the server's state. */
export function isChanged(draft: RoleDraft, role: AdminRole, pair: PermissionPair): boolean {
  return isWanted(draft, role, pair) !== holdsPermission(role, pair);
}

/** Returns the changes that saving would make, by role. */
export function changesOf(draft: RoleDraft, roles: readonly AdminRole[]): RoleChange[] {
  return roles
    .map((role) => {
      const changed = known.filter((permission) => isChanged(draft, role, permission));
      return {
        role,
        added: changed.filter((permission) => !holdsPermission(role, permission)),
        removed: changed.filter((permission) => holdsPermission(role, permission)),
      };
    })
    .filter(({ added, removed }) => added.length + removed.length > 0);
}

/** All permissions of the role once its changes are saved. One that this browser does not know stays. */
export function permissionsAfter({ role, added, removed }: RoleChange): PermissionPair[] {
  const gone = new Set(removed.map(({ key }) => key));
  const kept = role.permissions.filter((pair) => !gone.has(permissionKey(pair)));
  return [...kept, ...added].map(({ resource, action }) => ({ resource, action }));
}

/** Describes a change: "may use team chat and may no longer create tasks". */
export function describeChange(
  { added, removed }: RoleChange,
  departments: readonly NamedDepartment[],
): string {
  const phrase = (permission: Permission) => permissionPhrase(withNames(permission, departments));
  const parts = [
    added.length > 0 && `may ${listWords(added.map(phrase))}`,
    removed.length > 0 && `may no longer ${listWords(removed.map(phrase))}`,
  ];
  return parts.filter((part) => part !== false).join(" and ");
}

function listWords(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

const known = permissionAreas.flatMap(({ permissions }) => permissions);
