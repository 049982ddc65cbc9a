import { Badge, type BadgeTone } from "./badge.tsx";

/** A role by its name; one that is not built in is info. */
export function RoleBadge({ role }: { role: string }) {
  return <Badge tone={tones[role] ?? "info"}>{role}</Badge>;
}

const tones: Record<string, BadgeTone | undefined> = {
  super_admin: "error",
  admin: "warning",
  user: "success",
  pending: "secondary",
};
