import type { PermissionHolder, PermissionPair } from "@atoll/contract/permissions";
import { type SqlBool, sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import { assertAllowed, canTouchUser } from "./policy.ts";
import { findUser, type UserRow } from "./user-queries.ts";

/**
 * An account within the viewer's reach; what the viewer may do at all is asked before.
 * @throws {AppError} `user_not_found`; `forbidden` when only somebody with more power may touch it.
 */
export async function accessUser(db: Database, viewer: PermissionHolder, userId: string): Promise<UserRow> {
  const user = await findUser(db, userId);
  if (!user) throw new AppError("user_not_found");
  assertAllowed(canTouchUser(viewer, user), "an account out of reach");
  return user;
}

export interface ChosenRole {
  id: string;
  name: string;
  permissions: PermissionPair[];
}

/**
 * The roles of these ids with their permissions, kept from changing until the transaction ends.
 * @throws {AppError} `role_not_found` when one is missing.
 */
export async function accessRoles(tx: Database, roleIds: readonly string[]): Promise<ChosenRole[]> {
  const wanted = new Set(roleIds);
  const roles = await selectRoles(tx, sql<SqlBool>`r.id = ANY(${[...wanted]}::uuid[])`);
  if (roles.length < wanted.size) throw new AppError("role_not_found");
  return roles;
}

/** The role of this name, if there is one, kept from changing until the transaction ends. */
export async function findRoleByName(tx: Database, name: string): Promise<ChosenRole | undefined> {
  const [role] = await selectRoles(tx, sql<SqlBool>`lower(r.name) = ${name}`);
  return role;
}

/** Every role with its permissions, kept from changing until the transaction ends. */
export function accessAllRoles(tx: Database): Promise<ChosenRole[]> {
  return selectRoles(tx, sql<SqlBool>`true`);
}

/**
 * The departments of these ids, kept from being deleted until the transaction ends.
 * @throws {AppError} `department_not_found` when one is missing.
 */
export async function accessDepartments(
  tx: Database,
  departmentIds: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const wanted = new Set(departmentIds);
  const departments = await tx
    .selectFrom("departments as d")
    .select(["d.id", "d.name"])
    .where(sql<SqlBool>`d.id = ANY(${[...wanted]}::uuid[])`)
    .orderBy("d.name")
    .forKeyShare()
    .execute();
  if (departments.length < wanted.size) throw new AppError("department_not_found");
  return departments;
}

async function selectRoles(tx: Database, condition: ReturnType<typeof sql<SqlBool>>): Promise<ChosenRole[]> {
  // The lock first, in an order that all share; what a role holds is read once nobody can change it.
  const locked = await tx
    .selectFrom("roles as r")
    .select(["r.id", "r.name"])
    .where(condition)
    .orderBy("r.id")
    .forShare()
    .execute();
  const pairs = await tx
    .selectFrom("role_permissions as rp")
    .innerJoin("permissions as p", "p.id", "rp.permission_id")
    .select(["rp.role_id", "p.resource", "p.action"])
    .where(sql<SqlBool>`rp.role_id = ANY(${locked.map(({ id }) => id)}::uuid[])`)
    .execute();
  return locked.map((role) => ({
    ...role,
    permissions: pairs
      .filter((pair) => pair.role_id === role.id)
      .map(({ resource, action }) => ({ resource, action })),
  }));
}
