import { recordAct } from "../../platform/audit.ts";
import type { Database } from "../../tables.ts";
import { type Acting, actorOf, administer } from "./acting.ts";
import { changeAccount } from "./change-account.ts";
import { accessDepartment } from "./department-access.ts";
import { accessMember } from "./member-access.ts";

/**
 * Makes a person a member of a department; one who is already stays one. Their account gets its next version, so
 * that somebody who is editing it is told.
 * @throws {AppError} `department_not_found`, `user_not_found`; `forbidden` for a super admin.
 */
export function addDepartmentMember(
  db: Database,
  acting: Acting,
  { departmentId, userId }: { departmentId: string; userId: string },
): Promise<void> {
  return administer(db, async (tx) => {
    const department = await accessDepartment(tx, departmentId);
    const person = await accessMember(tx, acting.viewer, userId);
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("user_departments")
      .values({ user_id: userId, department_id: departmentId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) return;
    await changeAccount(tx, userId);
    await recordAct(tx, {
      ...actorOf(acting),
      action: "department.joined",
      subject: { type: "department", id: departmentId, name: department.name },
      after: { member: person.name, memberId: userId },
    });
  });
}
