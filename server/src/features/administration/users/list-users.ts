import type { administrationRoutes } from "@atoll/contract/administration/routes";
import type { RouteInput } from "@atoll/contract/route";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { byName } from "../../../platform/database/by-name.ts";
import { containsAllWords } from "../../../platform/database/contains-all-words.ts";
import type { Database } from "../../../tables.ts";
import { findAlike } from "../../people/public.ts";
import { hasActiveRole, isPending, selectUsers, type UserRow } from "./user-queries.ts";

/** The query of the user table. */
export type UserListQuery = RouteInput<typeof administrationRoutes.listUsers>["query"];

/**
 * Returns a page of the matching accounts, and their number. A page beyond the last one returns the last one. All
 * matches are read once, with the few columns that search, filters and order need; roles and departments only for the
 * page.
 */
export async function listUsers(
  db: Database,
  query: UserListQuery,
): Promise<{ rows: UserRow[]; total: number; page: number }> {
  let { total, ids } = await findPlaces(db, query);
  if (total === 0 && query.search !== "") {
    // No name matches, so it may be a typo.
    const alike = await findAlike(db, query.search);
    if (alike.length > 0) ({ total, ids } = await findPlaces(db, query, alike));
  }
  const found = await selectUsers(db).where(sql<SqlBool>`a.id = ANY(${ids}::uuid[])`).execute();
  const byId = new Map(found.map((row) => [row.id, row]));
  return {
    // One that was deleted between the two reads is left out.
    rows: ids.flatMap((id) => byId.get(id) ?? []),
    total,
    page: Math.max(1, Math.min(query.page, Math.ceil(total / query.pageSize))),
  };
}

/**
 * Finds the positions of the matching users.
 * @param among limits the result to these users instead of those the text matches.
 */
async function findPlaces(
  db: Database,
  query: UserListQuery,
  among?: readonly string[],
): Promise<{ total: number; ids: string[] }> {
  const { page, pageSize } = query;
  const { from, id, conditions } = accountsMatching(query, among);
  // With conditions those who match are found once, for the count and the order; without, an index has both.
  const once = conditions.length > 0 ? sql`MATERIALIZED` : sql`NOT MATERIALIZED`;
  const where = conditions.length > 0 ? sql`WHERE ${sql.join(conditions, sql` AND `)}` : sql``;
  const { rows } = await sql<{ total: number; ids: string[] }>`
    WITH matching AS ${once} (SELECT ${id} AS id, ${sortKeys[query.sort]()} AS key FROM ${from} ${where}),
      counted AS MATERIALIZED (SELECT count(*) AS total FROM matching)
    SELECT total, ARRAY(
      SELECT id FROM matching ORDER BY ${order(query)} LIMIT ${pageSize} OFFSET (
        SELECT greatest(0, least(${page}::int, (total + ${pageSize}::int - 1) / ${pageSize}::int) - 1)
          * ${pageSize}::int FROM counted)
    ) AS ids FROM counted`.execute(db);
  return rows[0] ?? { total: 0, ids: [] };
}

const sortKeys = {
  name: () => byName("p.name_key"),
  email: () => sql.ref("a.email"),
  lastActive: () => sql.ref("a.last_active_at"),
  createdAt: () => sql.ref("a.created_at"),
};

/**
 * The ID breaks ties in the same direction, so that one index serves both. People who never signed in come as the
 * oldest.
 */
function order({ sort, direction }: UserListQuery): RawBuilder<unknown> {
  const nulls = sort === "lastActive";
  if (direction === "ascending") return nulls ? sql`key NULLS FIRST, id` : sql`key, id`;
  return nulls ? sql`key DESC NULLS LAST, id DESC` : sql`key DESC, id DESC`;
}

/**
 * Joins profiles and accounts only where both are needed: for 10,000 people the join costs more than everything else.
 */
function accountsMatching(
  { sort, search, roleId, departmentId, status }: UserListQuery,
  among?: readonly string[],
) {
  const needsProfile = sort === "name" || search !== "";
  const needsAccount = sort !== "name" || search !== "" || status !== undefined;
  const id = needsAccount ? sql.ref("a.id") : sql.ref("p.id");
  const conditions: RawBuilder<SqlBool>[] = [];
  if (among) conditions.push(sql`a.id = ANY(${among}::uuid[])`);
  else if (search !== "") {
    const isNamed = containsAllWords(sql.ref("p.folded_name"), search);
    conditions.push(sql`(${isNamed} OR strpos(a.email, ${search.toLowerCase()}) > 0)`);
  }
  if (roleId) conditions.push(sql`${id} IN (SELECT user_id FROM user_roles WHERE role_id = ${roleId})`);
  if (departmentId) {
    conditions.push(
      sql`${id} IN (SELECT user_id FROM user_departments WHERE department_id = ${departmentId})`,
    );
  }
  if (status) conditions.push(statusConditions[status]);
  return { from: tables(needsProfile, needsAccount), id, conditions };
}

function tables(needsProfile: boolean, needsAccount: boolean): RawBuilder<unknown> {
  if (!needsProfile) return sql`(SELECT * FROM accounts WHERE NOT is_bot AND guest_until IS NULL) a`;
  if (!needsAccount)
    return sql`(SELECT id, name_key FROM profiles WHERE former_since IS NULL AND NOT is_program
      AND id NOT IN (SELECT id FROM accounts WHERE guest_until IS NOT NULL)) p`;
  return sql`(SELECT * FROM accounts WHERE NOT is_bot AND guest_until IS NULL) a JOIN profiles p ON p.id = a.id`;
}

const statusConditions = {
  active: sql<SqlBool>`a.disabled_at IS NULL AND ${hasActiveRole}`,
  disabled: sql<SqlBool>`a.disabled_at IS NOT NULL`,
  pending: isPending,
};
