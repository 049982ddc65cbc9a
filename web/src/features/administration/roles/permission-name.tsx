import type { Permission } from "./permission-areas.ts";

/** The name of a permission, as in the answers to "why?" and the audit log. Specification, section 3. */
export function PermissionName({ permission }: { permission: Permission }) {
  return <code className="ml-2 whitespace-nowrap text-2xs text-faint">{permission.key}</code>;
}
