import type { Audience } from "@atoll/contract/announcements/policy";
import { type RawBuilder, sql } from "kysely";

/**
 * SQL: the IDs of the people an audience currently reaches, each once, as `SELECT … AS id`. People who cannot sign in
 * or are not approved yet are left out. `isAddressed` of the contract expresses the same rule for one person.
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

/** SQL: the same for the announcement `a` and one person, looked up by keys, for queries about many of both. */
export function isReachedBy(userId: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(
    (a.department_ids = '{}' OR EXISTS (SELECT FROM user_departments ud
      WHERE ud.user_id = ${userId} AND ud.department_id = ANY(a.department_ids) LIMIT 1))
    AND (a.role_ids = '{}' OR EXISTS (SELECT FROM user_roles held
      WHERE held.user_id = ${userId} AND held.role_id = ANY(a.role_ids) LIMIT 1)))`;
}

/** SQL: the announcement `a` is published and has not expired. */
export const isCurrent: RawBuilder<boolean> = sql<boolean>`(a.status = 'PUBLISHED'
  AND (a.expires_at IS NULL OR a.expires_at > now()))`;
