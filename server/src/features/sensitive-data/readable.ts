import { sensitiveDataDepartment } from "@atoll/contract/route-access";
import type { SensitiveKey } from "@atoll/contract/sensitive-data/limits";
import { readableSensitiveKeys } from "@atoll/contract/sensitive-data/policy";
import { type RawBuilder, sql } from "kysely";
import type { RequestViewer } from "../identity/public.ts";

/** SQL: the viewer may see the card, or the access log entry, with this key. Lists, reveals and changes all use it. */
export function isReadable(viewer: RequestViewer, key: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(key)} = ANY(${readableSensitiveKeys(viewer)}::text[])`;
}

/**
 * SQL: the same for any person, for notifications: an administrator, or a member of Backend who has the permission for
 * `cards/{key}`, or, for Backend's own cards, any member.
 */
export function mayRead(userId: RawBuilder<unknown>, key: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${mayOpenPage(userId)} AND (
    ${isAdministrator(userId)} OR ${key} = ${sql.lit<SensitiveKey>(sensitiveDataDepartment)}
    OR ${holds(userId, sql.lit("cards"), key)}))`;
}

/** SQL: a person may open the page. */
export function mayOpenPage(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(EXISTS (SELECT FROM user_roles held JOIN roles held_role ON held_role.id = held.role_id
      WHERE held.user_id = ${userId} AND lower(held_role.name) <> 'pending' LIMIT 1)
    AND (${isAdministrator(userId)} OR EXISTS (SELECT FROM user_departments member
      JOIN departments joined ON joined.id = member.department_id
      WHERE member.user_id = ${userId} AND joined.slug = ${sql.lit(sensitiveDataDepartment)} LIMIT 1)))`;
}

function isAdministrator(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(EXISTS (SELECT FROM user_roles held JOIN roles held_role ON held_role.id = held.role_id
      WHERE held.user_id = ${userId} AND lower(held_role.name) IN ('admin', 'super_admin') LIMIT 1)
    OR ${holds(userId, sql.lit("admin"), sql.lit("access"))})`;
}

function holds(
  userId: RawBuilder<unknown>,
  resource: RawBuilder<unknown>,
  action: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM user_roles held
    JOIN role_permissions given ON given.role_id = held.role_id
    JOIN permissions permission ON permission.id = given.permission_id
    WHERE held.user_id = ${userId} AND permission.resource = ${resource} AND permission.action = ${action} LIMIT 1)`;
}
