import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { notifyPerson } from "../notify-others.ts";
import { canManageMembers } from "../organisation-policy.ts";
import { changeAccount } from "../users/change-account.ts";
import { accessDepartment } from "./department-access.ts";
import { accessMember } from "./member-access.ts";

/**
 * Removes a person from a department. Idempotent. Increments the version of their account, so that editors of it get a
 * conflict.
 * @throws {AppError} `department_not_found`, `user_not_found`; `forbidden` for a super admin.
 */
export function removeDepartmentMember(
  db: Database,
  acting: Acting,
  { departmentId, userId }: { departmentId: string; userId: string },
): Promise<void> {
  return administer(db, acting, canManageMembers, async (tx, current) => {
    const department = await accessDepartment(tx, departmentId);
    const person = await accessMember(tx, current.viewer, userId);
    const { numDeletedRows } = await tx
      .deleteFrom("user_departments")
      .where("user_id", "=", userId)
      .where("department_id", "=", departmentId)
      .executeTakeFirst();
    if (!numDeletedRows) return;
    await notifyPerson(tx, current.viewer, userId, "department.left", [department]);
    await changeAccount(tx, userId);
    await recordAct(tx, {
      ...actorOf(current),
      action: "department.left",
      subject: { type: "department", id: departmentId, name: department.name },
      before: { member: person.name, memberId: userId },
    });
  });
}
