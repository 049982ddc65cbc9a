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

/**
 * The same, locked until the transaction ends: nobody and nothing gets into it meanwhile, and who is about to is waited for.
 * @throws {AppError} `department_not_found`.
 */
export async function accessDepartmentAlone(tx: Database, departmentId: string): Promise<DepartmentRow> {
  await tx.selectFrom("departments").select("id").where("id", "=", departmentId).forUpdate().execute();
  return accessDepartment(tx, departmentId);
}
