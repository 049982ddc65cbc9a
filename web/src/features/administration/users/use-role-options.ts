import type { SelectOption } from "../../../ui/field/select.tsx";
import { useRoles } from "../roles/api.ts";

/**
 * The roles that this viewer may give, and those that the person holds already: one that may not be given may
 * not be taken away either. Pending is not offered. Specification, section 5.
 */
export function useRoleOptions(held: readonly string[]): SelectOption<string>[] {
  const roles = useRoles().data ?? [];
  return roles
    .filter(({ id, name, canAssign }) => name.toLowerCase() !== "pending" && (canAssign || held.includes(id)))
    .map(({ id, name, canAssign }) => ({ value: id, label: name, disabled: !canAssign }));
}
