import type { PermissionHolder, PermissionPair } from "@atoll/contract/permissions";
import { type SqlBool, sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { byName } from "../../../platform/database/by-name.ts";
import type { Database } from "../../../tables.ts";
import { assertAllowed, canTouchUser } from "../policy.ts";
import { findUser, type UserRow } from "./user-queries.ts";

/**
 * An account within the viewer's reach; what the viewer may do at all is asked before.
 * @param guests also one of a guest.
 * @throws {AppError} `user_not_found`; `forbidden` when only somebody with more power may touch it.
 */
export async function accessUser(
  db: Database,
  viewer: PermissionHolder,
  userId: string,
  guests = false,
): Promise<UserRow> {
  const user = await findUser(db, userId, guests);
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
 * Locks the roles with these IDs until the transaction ends, and returns them with their permissions.
 * @throws {AppError} `role_not_found` if one is missing.
 */
export async function accessRoles(tx: Database, roleIds: readonly string[]): Promise<ChosenRole[]> {
  const wanted = new Set(roleIds);
  const roles = await selectRoles(tx, sql<SqlBool>`r.id = ANY(${[...wanted]}::uuid[])`);
  if (roles.length < wanted.size) throw new AppError("role_not_found");
  return roles;
}

/** Locks the role with this name, if there is one, and returns it. */
export async function findRoleByName(tx: Database, name: string): Promise<ChosenRole | undefined> {
  const [role] = await selectRoles(tx, sql<SqlBool>`lower(r.name) = ${name}`);
  return role;
}

/** Locks all roles until the transaction ends, and returns them with their permissions. */
export function accessAllRoles(tx: Database): Promise<ChosenRole[]> {
  return selectRoles(tx, sql<SqlBool>`true`);
}

/**
 * Locks the departments with these IDs against deletion until the transaction ends, and returns them.
 * @throws {AppError} `department_not_found` if one is missing.
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
    .orderBy(byName("d.name"))
    .forKeyShare()
    .execute();
  if (departments.length < wanted.size) throw new AppError("department_not_found");
  return departments;
}

async function selectRoles(tx: Database, condition: ReturnType<typeof sql<SqlBool>>): Promise<ChosenRole[]> {
  // Locks first, in an order shared by all, and reads permissions once nobody can change them.
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
