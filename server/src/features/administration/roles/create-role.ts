import type { AdminRole } from "@atoll/contract/administration/schemas";
import { canManageRoles, isBuiltInRole } from "@atoll/contract/permissions";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import { rejectViolation } from "../../../platform/database/reject-violation.ts";
import type { Database } from "../../../tables.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { refuseNameLike, uniqueNames } from "../name-taken.ts";
import { accessDepartments } from "../users/user-access.ts";
import { presentRole } from "./present-role.ts";
import { accessRole } from "./role-access.ts";

/**
 * Creates a role without permissions, for the company or a department.
 * @throws {AppError} `role_name_taken`, also for the name of a built-in role that an operator deleted, ignoring case,
 *   because some rules go by that name; `name_looks_taken`, `department_not_found`.
 */
export async function createRole(
  db: Database,
  acting: Acting,
  wanted: { name: string; description: string; departmentId: string | null },
): Promise<AdminRole> {
  const { name, description, departmentId } = wanted;
  if (isBuiltInRole(name)) throw new AppError("role_name_taken");
  return administer(db, acting, canManageRoles, async (tx, current) => {
    if (departmentId !== null) await accessDepartments(tx, [departmentId]);
    await refuseNameLike(tx, "roles", name);
    const { id } = await rejectViolation(
      tx
        .insertInto("roles")
        .values({ name, description, department_id: departmentId })
        .returning("id")
        .executeTakeFirstOrThrow(),
      uniqueNames,
    );
    const role = await accessRole(tx, id);
    await recordAct(tx, {
      ...actorOf(current),
      action: "role.created",
      subject: { type: "role", id, name },
      after: { name, description, department: role.department_name },
    });
    return presentRole(role, current.viewer);
  });
}
