import type { Audience } from "@atoll/contract/announcements/policy";
import { type RawBuilder, sql } from "kysely";

/**
 * SQL: the ids of the people whom an audience reaches now, each once, as `SELECT … AS id`. Those who cannot sign in, or
 * are not approved yet, are reached by nothing. `isAddressed` of the contract says the same of one person.
 */
export function peopleReached({ departmentIds, roleIds }: Audience): RawBuilder<unknown> {
  const inDepartments =
    departmentIds.length > 0
      ? sql`AND p.id IN (SELECT user_id FROM user_departments WHERE department_id = ANY(${[...departmentIds]}::uuid[]))`
      : sql``;
  const withRoles =
    roleIds.length > 0
      ? sql`AND p.id IN (SELECT user_id FROM user_roles WHERE role_id = ANY(${[...roleIds]}::uuid[]))`
      : sql``;
  return sql`SELECT p.id FROM accounts p
    WHERE p.disabled_at IS NULL ${inDepartments} ${withRoles} AND p.id IN (
      SELECT ur.user_id FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE lower(r.name) <> 'pending')`;
}

/** SQL: the same of the announcement `a` and one person, looked up by keys: for many of both at once. */
export function isReachedBy(userId: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(
    (a.department_ids = '{}' OR EXISTS (SELECT FROM user_departments ud
      WHERE ud.user_id = ${userId} AND ud.department_id = ANY(a.department_ids) LIMIT 1))
    AND (a.role_ids = '{}' OR EXISTS (SELECT FROM user_roles held
      WHERE held.user_id = ${userId} AND held.role_id = ANY(a.role_ids) LIMIT 1)))`;
}

/** SQL: the announcement `a` is out and has not expired. */
export const isCurrent: RawBuilder<boolean> = sql<boolean>`(a.status = 'PUBLISHED'
  AND (a.expires_at IS NULL OR a.expires_at > now()))`;
