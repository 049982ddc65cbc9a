import type { AdminUser } from "@atoll/contract/administration/schemas";

/** The values of a person's form. */
export interface UserEdit {
  name: string;
  email: string;
  /** Without pending, which cannot be given: it applies when there is no other role. */
  roleIds: readonly string[];
  departmentIds: readonly string[];
}

/** The form of an account as it is. */
export function editOf({ name, email, roles, departments }: AdminUser): UserEdit {
  const given = roles.filter((role) => role.name.toLowerCase() !== "pending");
  return {
    name,
    email,
    roleIds: given.map(({ id }) => id),
    departmentIds: departments.map(({ id }) => id),
  };
}

/** Returns only the changed fields, so that other people's changes are not overwritten. */
export function changesBetween(before: UserEdit, after: UserEdit) {
  return {
    ...(before.name !== after.name && { name: after.name }),
    ...(before.email !== after.email && { email: after.email }),
    ...(!isSameSet(before.roleIds, after.roleIds) && { roleIds: [...after.roleIds] }),
    ...(!isSameSet(before.departmentIds, after.departmentIds) && {
      departmentIds: [...after.departmentIds],
    }),
  };
}

/**
 * Applies what was typed to the latest version of the account. Added and removed roles and departments are added and
 * removed again. A name or email stays as typed, and is listed in `clashes` if another person has changed it
 * differently.
 */
export function carryOver(before: UserEdit, typed: UserEdit, newest: UserEdit) {
  const clashes = (["name", "email"] as const).filter(
    (field) =>
      typed[field] !== before[field] && newest[field] !== before[field] && newest[field] !== typed[field],
  );
  const pick = (field: "name" | "email") => (typed[field] === before[field] ? newest[field] : typed[field]);
  const edit: UserEdit = {
    name: pick("name"),
    email: pick("email"),
    roleIds: carrySet(before.roleIds, typed.roleIds, newest.roleIds),
    departmentIds: carrySet(before.departmentIds, typed.departmentIds, newest.departmentIds),
  };
  return { edit, clashes };
}

function carrySet(before: readonly string[], typed: readonly string[], newest: readonly string[]): string[] {
  const removed = before.filter((id) => !typed.includes(id));
  const added = typed.filter((id) => !before.includes(id));
  return [...new Set([...newest, ...added])].filter((id) => !removed.includes(id));
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}
