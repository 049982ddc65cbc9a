import type { AdminDepartment } from "@atoll/contract/administration/schemas";
import { canManageDepartments } from "@atoll/contract/permissions";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { recordAct } from "../../../platform/audit.ts";
import { rejectViolation } from "../../../platform/database/reject-violation.ts";
import type { Database } from "../../../tables.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { changedFields } from "../changed-fields.ts";
import { refuseNameLike, uniqueNames } from "../name-taken.ts";
import { accessDepartment } from "./department-access.ts";
import { presentDepartment } from "./present-department.ts";

export interface DepartmentChanges {
  /** The version that the viewer saw. */
  version: number;
  name?: string | undefined;
  description?: string | undefined;
}

/**
 * Renames or describes a department. Its slug stays, and with it every link to its pages. Nothing that changes
 * nothing is written.
 * @throws {AppError} `department_not_found`, `department_name_taken`, `name_looks_taken`, `changed_meanwhile`.
 */
export function updateDepartment(
  db: Database,
  acting: Acting,
  departmentId: string,
  { version, ...changes }: DepartmentChanges,
): Promise<AdminDepartment> {
  return administer(db, acting, canManageDepartments, async (tx, current) => {
    const before = await accessDepartment(tx, departmentId);
    assertNotChanged(before, version);
    const { name = before.name, description = before.description } = changes;
    const changed = changedFields(
      { name: before.name, description: before.description },
      { name, description },
    );
    if (!changed) return presentDepartment(before);

    if (name !== before.name) await refuseNameLike(tx, "departments", name, departmentId);
    await rejectViolation(
      tx
        .updateTable("departments")
        .set({ name, description, version: version + 1, updated_at: new Date() })
        .where("id", "=", departmentId)
        .execute(),
      uniqueNames,
    );
    const after = await accessDepartment(tx, departmentId);
    const subject = { type: "department", id: departmentId, name: before.name };
    await recordAct(tx, { ...actorOf(current), action: "department.updated", subject, ...changed });
    return presentDepartment(after);
  });
}
