import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { notifyMembers, notifyPerson } from "../notify-others.ts";
import { canManageMembers } from "../organisation-policy.ts";
import { assertAllowed, canGiveTo } from "../policy.ts";
import { changeAccount } from "../users/change-account.ts";
import { accessDepartment } from "./department-access.ts";
import { accessMember } from "./member-access.ts";

/**
 * Makes a person a member of a department. Idempotent. Increments the version of their account, so that editors of it
 * get a conflict.
 * @throws {AppError} `department_not_found`, `user_not_found`; `forbidden` for a super admin, and for the viewer.
 */
export function addDepartmentMember(
  db: Database,
  acting: Acting,
  { departmentId, userId }: { departmentId: string; userId: string },
): Promise<void> {
  return administer(db, acting, canManageMembers, async (tx, current) => {
    const department = await accessDepartment(tx, departmentId);
    const person = await accessMember(tx, current.viewer, userId);
    assertAllowed(canGiveTo(current.viewer, person), "giving oneself a department");
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("user_departments")
      .values({ user_id: userId, department_id: departmentId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) return;
    if (userId === current.viewer.id) await notifyMembers(tx, current.viewer, department);
    await notifyPerson(tx, current.viewer, userId, "department.joined", [department]);
    await changeAccount(tx, userId);
    await recordAct(tx, {
      ...actorOf(current),
      action: "department.joined",
      subject: { type: "department", id: departmentId, name: department.name },
      after: { member: person.name, memberId: userId },
    });
  });
}
