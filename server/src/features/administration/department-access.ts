import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
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
