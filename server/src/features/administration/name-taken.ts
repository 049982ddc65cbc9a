import { sql } from "kysely";
import { rejectLookalikeName } from "../../platform/lookalikes.ts";
import type { Database } from "../../tables.ts";

/** The constraints that writing the name of a role or department may violate: names are unique, ignoring case. */
export const uniqueNames = {
  roles_name: "role_name_taken",
  departments_name: "department_name_taken",
} as const;

/**
 * Asserts that the name of a role or a department does not look like another one's. Administrative changes run one at a
 * time, so no similar name is added before the commit.
 * @param ownId the role or department that is renamed.
 * @throws {AppError} `name_looks_taken`.
 */
export function refuseNameLike(
  tx: Database,
  table: "roles" | "departments",
  name: string,
  ownId: string | null = null,
): Promise<void> {
  const others = sql`SELECT name FROM ${sql.table(table)} WHERE id IS DISTINCT FROM ${ownId}::uuid`;
  return rejectLookalikeName(tx, name, others);
}
