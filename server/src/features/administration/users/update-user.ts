import type { administrationRoutes } from "@atoll/contract/administration/routes";
import type { AdminUser } from "@atoll/contract/administration/schemas";
import type { PermissionHolder } from "@atoll/contract/permissions";
import type { RouteInput } from "@atoll/contract/route";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { recordAct } from "../../../platform/audit.ts";
import { rejectViolation } from "../../../platform/database/reject-violation.ts";
import { rejectLookalikeName } from "../../../platform/lookalikes.ts";
import type { Database } from "../../../tables.ts";
import { managedBy, namesOfColleagues } from "../../identity/public.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { changedFields } from "../changed-fields.ts";
import { notifyHolders, notifyMembers, notifyPerson } from "../notify-others.ts";
import {
  assertAllowed,
  assertNonePending,
  canChangeUser,
  canGiveRole,
  canGiveTo,
  isPendingRole,
} from "../policy.ts";
import { namesOf, uniqueEmails } from "./insert-employees.ts";
import { presentUser } from "./present-user.ts";
import { resetSignIn } from "./sign-in/reset-sign-in.ts";
import { assertSuperAdminLeft } from "./super-admin-left.ts";
import { accessDepartments, accessRoles, accessUser } from "./user-access.ts";
import { findUser, type UserRow } from "./user-queries.ts";

export type UserChanges = RouteInput<typeof administrationRoutes.updateUser>["body"];

/**
 * Changes a person's name, email, roles or departments. Roles that stay keep their row, with their giver and time.
 * Unchanged fields write nothing. Specification, sections 5 and 6 (admin).
 * @throws {AppError} `user_not_found`, `changed_meanwhile` if the version seen is not the latest, `email_taken`,
 *   `name_looks_taken`, `role_not_found` (also for pending, which cannot be given), `department_not_found`,
 *   `last_super_admin`, `forbidden` for an account that the viewer may not change, a role that they may not give or
 *   remove, and anything they would give themselves; `managed_by_directory` for a name or an address that a directory has.
 */
export function updateUser(
  db: Database,
  acting: Acting,
  userId: string,
  changes: UserChanges,
): Promise<AdminUser> {
  const may = (viewer: PermissionHolder) => canChangeUser(viewer, changes);
  return administer(db, acting, may, async (tx, current) => {
    const before = await accessUser(tx, current.viewer, userId);
    assertNotChanged(before, changes.version);
    assertOurs(before, changes);
    await changeNameAndEmail(tx, current, before, changes);
    await changeRoles(tx, current, before, changes.roleIds);
    await changeDepartments(tx, current, before, changes.departmentIds);
    const after = await reread(tx, userId);
    const changed = changedFields(auditFields(before), auditFields(after));
    if (!changed) return presentUser(before, current.viewer);

    const stamp = await nextVersion(tx, before);
    await assertSuperAdminLeft(tx, before);
    const subject = { type: "user", id: userId, name: before.name };
    await recordAct(tx, { ...actorOf(current), action: "user.updated", subject, ...changed });
    return presentUser({ ...after, ...stamp }, current.viewer);
  });
}

/** The name and the address of a person of a directory are the directory's. */
function assertOurs({ directory, name, email }: UserRow, changes: UserChanges): void {
  if (!directory) return;
  const isOther = (value: string | undefined, own: string) => value !== undefined && value !== own;
  if (isOther(changes.name, name) || isOther(changes.email, email)) throw managedBy(directory);
}

async function changeRoles(
  tx: Database,
  { viewer }: Acting,
  person: UserRow,
  roleIds: readonly string[] | undefined,
): Promise<void> {
  if (!roleIds) return;
  const { id, roles: current } = person;
  const wanted = await accessRoles(tx, roleIds);
  assertNonePending(wanted);
  const added = wanted.filter((role) => !current.some((held) => held.id === role.id));
  const removed = await accessRoles(
    tx,
    current.map((role) => role.id).filter((roleId) => !roleIds.includes(roleId)),
  );
  assertAllowed(added.length === 0 || canGiveTo(viewer, person), "giving oneself a role");
  for (const role of [...added, ...removed]) {
    assertAllowed(isPendingRole(role) || canGiveRole(viewer, role), `giving or taking the role ${role.name}`);
  }
  await sql`DELETE FROM user_roles
    WHERE user_id = ${id} AND role_id = ANY(${removed.map((role) => role.id)}::uuid[])`.execute(tx);
  await sql`INSERT INTO user_roles (user_id, role_id, assigned_by)
    SELECT ${id}, role_id, ${viewer.id} FROM unnest(${added.map((role) => role.id)}::uuid[]) AS role_id`.execute(
    tx,
  );
  if (id === viewer.id) for (const role of added) await notifyHolders(tx, viewer, role);
  await notifyPerson(tx, viewer, id, "role.given", added);
  await notifyPerson(tx, viewer, id, "role.withdrawn", removed);
}

async function changeDepartments(
  tx: Database,
  { viewer }: Acting,
  person: UserRow,
  departmentIds: readonly string[] | undefined,
): Promise<void> {
  if (!departmentIds) return;
  const { id } = person;
  const departments = await accessDepartments(tx, departmentIds);
  const added = departments.filter(
    (department) => !person.departments.some((own) => own.id === department.id),
  );
  assertAllowed(added.length === 0 || canGiveTo(viewer, person), "giving oneself a department");
  const wanted = departments.map((department) => department.id);
  await sql`DELETE FROM user_departments
    WHERE user_id = ${id} AND department_id <> ALL(${wanted}::uuid[])`.execute(tx);
  await sql`INSERT INTO user_departments (user_id, department_id)
    SELECT ${id}, department_id FROM unnest(${wanted}::uuid[]) AS department_id
    ON CONFLICT DO NOTHING`.execute(tx);
  if (id === viewer.id) for (const department of added) await notifyMembers(tx, viewer, department);
  await notifyPerson(tx, viewer, id, "department.joined", added);
  const left = person.departments.filter((own) => !wanted.includes(own.id));
  await notifyPerson(tx, viewer, id, "department.left", left);
}

async function changeNameAndEmail(
  tx: Database,
  acting: Acting,
  before: UserRow,
  { name, email }: UserChanges,
): Promise<void> {
  if (name !== undefined && name !== before.name) {
    await rejectLookalikeName(tx, name, namesOfColleagues(before.id));
    await tx
      .updateTable("profiles")
      .set({ name, updated_at: new Date() })
      .where("id", "=", before.id)
      .execute();
  }
  if (email !== undefined && email !== before.email) {
    if (before.id !== acting.viewer.id) await resetSignIn(tx, acting, before, "email.changed");
    await rejectViolation(
      tx.updateTable("accounts").set({ email }).where("id", "=", before.id).execute(),
      uniqueEmails,
    );
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

/** Returns the editable fields, as the audit log stores them. */
function auditFields({ name, email, roles, departments }: UserRow) {
  return { name, email, roles: namesOf(roles), departments: namesOf(departments) };
}
