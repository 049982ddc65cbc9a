import { roleTitle } from "@atoll/contract/identity/role-title";
import type { SelectOption } from "../../../../ui/field/select.tsx";
import { useRoles } from "../../roles/api.ts";

/**
 * Returns the roles that the viewer may give, and those the person already has, disabled if the viewer may not remove
 * them. Pending is not offered. Specification, section 5.
 */
export function useRoleOptions(held: readonly string[]): SelectOption<string>[] {
  const roles = useRoles().data ?? [];
  return roles
    .filter(({ id, name, canAssign }) => name.toLowerCase() !== "pending" && (canAssign || held.includes(id)))
    .map(({ id, name, canAssign }) => ({ value: id, label: roleTitle(name), disabled: !canAssign }));
}
