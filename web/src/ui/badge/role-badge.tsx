import { roleTitle } from "@atoll/contract/identity/role-title";
import { Badge, type BadgeTone } from "./badge.tsx";

/** Shows a role by its display name; one that is not built in is info. */
export function RoleBadge({ role }: { role: string }) {
  return <Badge tone={tones[role] ?? "info"}>{roleTitle(role)}</Badge>;
}

const tones: Record<string, BadgeTone | undefined> = {
  super_admin: "error",
  admin: "warning",
  user: "success",
  pending: "secondary",
};
