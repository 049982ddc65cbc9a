import type { Permission } from "./permission-areas.ts";

/** What a permission is called, as the answers to "why?" and the audit log call it. Specification, section 3. */
export function PermissionName({ permission }: { permission: Permission }) {
  return <code className="ml-2 whitespace-nowrap text-2xs text-faint">{permission.key}</code>;
}
