import { sql } from "kysely";
import pg from "pg";
import { AppError } from "../../platform/app-error.ts";
import { refuseLookalike } from "../../platform/lookalikes.ts";
import type { Database } from "../../tables.ts";

const codes = new Map([
  ["roles_name", "role_name_taken"],
  ["departments_name", "department_name_taken"],
] as const);

/**
 * Waits for a write that names a role or a department. The database decides who was first, so that two who take
 * the same name at the same moment, in whatever case, are told apart as well.
 * @throws {AppError} `role_name_taken` or `department_name_taken`.
 */
export async function orNameTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== "23505") throw error;
    const [, code] = [...codes].find(([index]) => index === error.constraint) ?? [];
    throw code ? new AppError(code, { cause: error }) : error;
  }
}

/**
 * Lets a name of a role or a department pass that nobody takes for another one's. Acts of the administration wait for
 * each other, so nobody takes one like it before the commit.
 * @param ownId of what is renamed.
 * @throws {AppError} `name_looks_taken`.
 */
export function refuseNameLike(
  tx: Database,
  table: "roles" | "departments",
  name: string,
  ownId: string | null = null,
): Promise<void> {
  const others = sql`SELECT name FROM ${sql.table(table)} WHERE id IS DISTINCT FROM ${ownId}::uuid`;
  return refuseLookalike(tx, name, others);
}
