import { sql } from "kysely";
import type { Actor } from "../../platform/audit.ts";
import { tell } from "../../platform/notices.ts";
import type { Database } from "../../tables.ts";

/** Tells everyone in a department that a super admin has let themselves in. */
export function tellMembers(
  tx: Database,
  actor: Actor,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const members = sql`SELECT user_id AS id FROM user_departments WHERE department_id = ${id}`;
  return tell(tx, members, { kind: "department.entered", actor, place: name });
}

/** Tells everyone who holds a role that a super admin has given it to themselves. */
export function tellHolders(
  tx: Database,
  actor: Actor,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const holders = sql`SELECT user_id AS id FROM user_roles WHERE role_id = ${id}`;
  return tell(tx, holders, { kind: "role.taken", actor, place: name });
}
