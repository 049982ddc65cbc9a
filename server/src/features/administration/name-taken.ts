import pg from "pg";
import { AppError } from "../../platform/app-error.ts";

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
