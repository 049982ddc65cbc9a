import type { administrationRoutes } from "@atoll/contract/administration/routes";
import type { AdminUser } from "@atoll/contract/administration/schemas";
import type { RouteInput } from "@atoll/contract/route";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { recordAct } from "../../platform/audit.ts";
import type { Database } from "../../tables.ts";
import { type Acting, actorOf, administer } from "./acting.ts";
import { changedFields } from "./changed-fields.ts";
import { orEmailTaken } from "./email-taken.ts";
import { namesOf } from "./insert-employees.ts";
import { assertAllowed, assertNonePending, canGiveRole, isPendingRole } from "./policy.ts";
import { presentUser } from "./present-user.ts";
import { assertSuperAdminLeft } from "./super-admin-left.ts";
import { accessDepartments, accessRoles, accessUser } from "./user-access.ts";
import { findUser, type UserRow } from "./user-queries.ts";

export type UserChanges = RouteInput<typeof administrationRoutes.updateUser>["body"];

/**
 * Changes a person's name, email, roles or departments. Links that stay keep their row, and with it who gave
 * the role and when. Nothing that changes nothing is written. Specification, sections 5 and 6 (admin).
 * @throws {AppError} `user_not_found`, `changed_meanwhile` when the version seen is not the newest, `email_taken`,
 *   `role_not_found` (also for pending, which is not given), `department_not_found`, `last_super_admin`,
 *   `forbidden` for an account out of reach and for a role that the viewer may not give or take.
 */
export function updateUser(
  db: Database,
  acting: Acting,
  userId: string,
  changes: UserChanges,
): Promise<AdminUser> {
  return administer(db, async (tx) => {
    const before = await accessUser(tx, acting.viewer, userId);
    if (before.version !== changes.version) throw new AppError("changed_meanwhile");
    await changeRoles(tx, acting, before, changes.roleIds);
    await changeDepartments(tx, before, changes.departmentIds);
    await changeNameAndEmail(tx, before, changes);
    const after = await reread(tx, userId);
    const changed = changedFields(auditFields(before), auditFields(after));
    if (!changed) return presentUser(before, acting.viewer);

    const stamp = await nextVersion(tx, before);
    await assertSuperAdminLeft(tx, before);
    const subject = { type: "user", id: userId, name: before.name };
    await recordAct(tx, { ...actorOf(acting), action: "user.updated", subject, ...changed });
    return presentUser({ ...after, ...stamp }, acting.viewer);
  });
}

async function changeRoles(
  tx: Database,
  { viewer }: Acting,
  { id, roles: current }: UserRow,
  roleIds: readonly string[] | undefined,
): Promise<void> {
  if (!roleIds) return;
  const wanted = await accessRoles(tx, roleIds);
  assertNonePending(wanted);
  const added = wanted.filter((role) => !current.some((held) => held.id === role.id));
  const removed = await accessRoles(
    tx,
    current.map((role) => role.id).filter((roleId) => !roleIds.includes(roleId)),
  );
  for (const role of [...added, ...removed]) {
    assertAllowed(isPendingRole(role) || canGiveRole(viewer, role), `giving or taking the role ${role.name}`);
  }
  await sql`DELETE FROM user_roles
    WHERE user_id = ${id} AND role_id = ANY(${removed.map((role) => role.id)}::uuid[])`.execute(tx);
  await sql`INSERT INTO user_roles (user_id, role_id, assigned_by)
    SELECT ${id}, role_id, ${viewer.id} FROM unnest(${added.map((role) => role.id)}::uuid[]) AS role_id`.execute(
    tx,
  );
}

async function changeDepartments(
  tx: Database,
  { id }: UserRow,
  departmentIds: readonly string[] | undefined,
): Promise<void> {
  if (!departmentIds) return;
  const wanted = (await accessDepartments(tx, departmentIds)).map((department) => department.id);
  await sql`DELETE FROM user_departments
    WHERE user_id = ${id} AND department_id <> ALL(${wanted}::uuid[])`.execute(tx);
  await sql`INSERT INTO user_departments (user_id, department_id)
    SELECT ${id}, department_id FROM unnest(${wanted}::uuid[]) AS department_id
    ON CONFLICT DO NOTHING`.execute(tx);
}

async function changeNameAndEmail(
  tx: Database,
  before: UserRow,
  { name, email }: UserChanges,
): Promise<void> {
  if (name !== undefined && name !== before.name) {
    await tx
      .updateTable("profiles")
      .set({ name, updated_at: new Date() })
      .where("id", "=", before.id)
      .execute();
  }
  if (email !== undefined && email !== before.email) {
    await orEmailTaken(tx.updateTable("accounts").set({ email }).where("id", "=", before.id).execute());
  }
}

async function reread(tx: Database, userId: string): Promise<UserRow> {
  const row = await findUser(tx, userId);
  if (!row) throw new AppError("user_not_found");
  return row;
}

async function nextVersion(tx: Database, { id, version }: UserRow) {
  const stamp = await tx
    .updateTable("accounts")
    .set({ version: version + 1, updated_at: new Date() })
    .where("id", "=", id)
    .where("version", "=", version)
    .returning(["version", "updated_at"])
    .executeTakeFirst();
  if (!stamp) throw new AppError("changed_meanwhile");
  return stamp;
}

/** What may be edited, as the audit log keeps it. */
function auditFields({ name, email, roles, departments }: UserRow) {
  return { name, email, roles: namesOf(roles), departments: namesOf(departments) };
}
