import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { notifyMembers, notifyPerson } from "../notify-others.ts";
import { canManageMembers } from "../organisation-policy.ts";
import { assertAllowed, canGiveTo } from "../policy.ts";
import { changeAccount } from "../users/change-account.ts";
import { accessDepartment } from "./department-access.ts";
import { accessMember } from "./member-access.ts";

interface Membership {
  departmentId: string;
  userId: string;
}

/**
 * Makes a person a member of a department. Idempotent. Increments the version of their account, so that editors of it
 * get a conflict.
 * @throws {AppError} `department_not_found`, `user_not_found`; `forbidden` for a super admin, and for the viewer.
 */
export const addDepartmentMember = (db: Database, acting: Acting, membership: Membership): Promise<void> =>
  changeMembership(db, acting, membership, "department.joined");

/**
 * Removes a person from a department. Idempotent. Increments the version of their account, so that editors of it get a
 * conflict.
 * @throws {AppError} `department_not_found`, `user_not_found`; `forbidden` for a super admin.
 */
export const removeDepartmentMember = (db: Database, acting: Acting, membership: Membership): Promise<void> =>
  changeMembership(db, acting, membership, "department.left");

function changeMembership(
  db: Database,
  acting: Acting,
  { departmentId, userId }: Membership,
  action: "department.joined" | "department.left",
): Promise<void> {
  const isJoining = action === "department.joined";
  return administer(db, acting, canManageMembers, async (tx, current) => {
    const department = await accessDepartment(tx, departmentId);
    const person = await accessMember(tx, current.viewer, userId);
    if (isJoining) assertAllowed(canGiveTo(current.viewer, person), "giving oneself a department");
    const hasChanged = await (isJoining ? insertMember : deleteMember)(tx, { departmentId, userId });
    if (!hasChanged) return;
    if (isJoining && userId === current.viewer.id) await notifyMembers(tx, current.viewer, department);
    await notifyPerson(tx, current.viewer, userId, action, [department]);
    await changeAccount(tx, userId);
    await recordAct(tx, {
      ...actorOf(current),
      action,
      subject: { type: "department", id: departmentId, name: department.name },
      [isJoining ? "after" : "before"]: { member: person.name, memberId: userId },
    });
  });
}

async function insertMember(tx: Database, { departmentId, userId }: Membership): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("user_departments")
    .values({ user_id: userId, department_id: departmentId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

async function deleteMember(tx: Database, { departmentId, userId }: Membership): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("user_departments")
    .where("user_id", "=", userId)
    .where("department_id", "=", departmentId)
    .executeTakeFirst();
  return Boolean(numDeletedRows);
}
