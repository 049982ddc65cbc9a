import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { type DepartmentRow, selectDepartments } from "./department-queries.ts";

/**
 * A department.
 * @throws {AppError} `department_not_found`.
 */
export async function accessDepartment(db: Database, departmentId: string): Promise<DepartmentRow> {
  const row = await selectDepartments(db).where("d.id", "=", departmentId).executeTakeFirst();
  if (!row) throw new AppError("department_not_found");
  return row;
}

/**
 * Does the same, and locks the department until the transaction ends: nothing can be added to it, and pending additions
 * are waited for.
 * @throws {AppError} `department_not_found`.
 */
export async function accessDepartmentAlone(tx: Database, departmentId: string): Promise<DepartmentRow> {
  await tx.selectFrom("departments").select("id").where("id", "=", departmentId).forUpdate().execute();
  return accessDepartment(tx, departmentId);
}
