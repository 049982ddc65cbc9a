import { recordAct } from "../../platform/audit.ts";
import type { Database } from "../../tables.ts";
import { type Acting, actorOf, administer } from "./acting.ts";
import { changeAccount } from "./change-account.ts";
import { accessDepartment } from "./department-access.ts";
import { accessMember } from "./member-access.ts";
import { canManageMembers } from "./organisation-policy.ts";
import { tellPerson } from "./tell-others.ts";

/**
 * Takes a person out of a department; one who is not in it stays out. Their account gets its next version, so
 * that somebody who is editing it is told.
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
    await tellPerson(tx, current.viewer, userId, "department.left", [department]);
    await changeAccount(tx, userId);
    await recordAct(tx, {
      ...actorOf(current),
      action: "department.left",
      subject: { type: "department", id: departmentId, name: department.name },
      before: { member: person.name, memberId: userId },
    });
  });
}
