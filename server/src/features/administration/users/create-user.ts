import type { AdminUser, newEmployeeSchema } from "@atoll/contract/administration/schemas";
import { canManageUsers, type PermissionHolder } from "@atoll/contract/permissions";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { rejectLookalikeName } from "../../../platform/lookalikes.ts";
import { assertAcceptablePassword, hashPassword } from "../../../platform/seals/passwords.ts";
import type { Database } from "../../../tables.ts";
import { namesOfColleagues } from "../../identity/public.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { assertAllowed, assertNonePending, canGiveRole, defaultRoleName } from "../policy.ts";
import { insertEmployees } from "./insert-employees.ts";
import { presentUser } from "./present-user.ts";
import { accessDepartments, accessRoles, type ChosenRole, findRoleByName } from "./user-access.ts";
import { findUser } from "./user-queries.ts";

/**
 * Creates an employee: account, profile, roles and departments in one transaction. Without a chosen role they get the
 * role `user`, if it exists. Specification, sections 5 to 7 (admin).
 * @param names of the product and the company, which are not accepted as passwords.
 * @throws {AppError} `password_too_common`, `email_taken`, `name_looks_taken`, `role_not_found` (also for pending,
 *   which cannot be given), `department_not_found`, `forbidden` for a role that the viewer may not give.
 */
export async function createUser(
  { db, names }: { db: Database; names: readonly string[] },
  acting: Acting,
  employee: z.output<typeof newEmployeeSchema>,
): Promise<AdminUser> {
  const { name, email, password } = employee;
  await assertAcceptablePassword(password, [name, email, ...names]);
  const passwordHash = await hashPassword(password);
  return administer(db, acting, canManageUsers, async (tx, current) => {
    await rejectLookalikeName(tx, name, namesOfColleagues());
    const roles = await rolesOfNewcomer(tx, current.viewer, employee.roleIds);
    const departments = await accessDepartments(tx, employee.departmentIds);
    const [id = ""] = await insertEmployees(tx, actorOf(current), [
      { name, email, passwordHash, roles, departments },
    ]);
    const row = await findUser(tx, id);
    if (!row) throw new AppError("internal_error", { detail: "a new account was not found" });
    return presentUser(row, current.viewer);
  });
}

/**
 * Returns the roles that a viewer gives to a new person: those chosen, or the role `user`, if it exists.
 * @throws {AppError} `role_not_found`, also for pending; `forbidden` for a role that the viewer may not give.
 */
export async function rolesOfNewcomer(
  tx: Database,
  viewer: PermissionHolder,
  roleIds: readonly string[],
): Promise<ChosenRole[]> {
  if (roleIds.length === 0) {
    const role = await findRoleByName(tx, defaultRoleName);
    return role ? [role] : [];
  }
  const roles = await accessRoles(tx, roleIds);
  assertNonePending(roles);
  for (const role of roles) {
    // The default role needs no additional permission.
    assertAllowed(role.name === defaultRoleName || canGiveRole(viewer, role), `giving the role ${role.name}`);
  }
  return roles;
}
