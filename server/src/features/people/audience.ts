import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { byName } from "../../platform/database/by-name.ts";
import type { Database } from "../../tables.ts";

/**
 * Locks the chosen departments and roles, so that none is deleted before the thing for them is stored.
 * @throws {AppError} `audience_unknown`.
 */
export async function assertAudienceThere(
  tx: Database,
  { departmentIds, roleIds }: { departmentIds: readonly string[]; roleIds: readonly string[] },
): Promise<void> {
  for (const [table, ids] of [
    ["departments", departmentIds],
    ["roles", roleIds],
  ] as const) {
    if ((await lockRows(tx, table, ids)) !== ids.length) throw new AppError("audience_unknown");
  }
}

/**
 * Locks the departments and people that a viewer chooses, so that none is deleted before the thing that names them is
 * written.
 * @throws {AppError} `department_not_found`; `person_not_found`, also for a person who cannot sign in, for a bot and for a guest.
 */
export async function lockChoices(
  tx: Database,
  {
    departmentIds = [],
    personIds = [],
  }: { departmentIds?: readonly string[]; personIds?: readonly string[] },
): Promise<void> {
  const departments = [...new Set(departmentIds)];
  if ((await lockRows(tx, "departments", departments)) !== departments.length)
    throw new AppError("department_not_found");
  const people = [...new Set(personIds)];
  const canSignIn = sql<boolean>`disabled_at IS NULL AND NOT is_bot AND guest_until IS NULL`;
  if ((await lockRows(tx, "accounts", people, canSignIn)) !== people.length)
    throw new AppError("person_not_found");
}

/** Locks rows by their IDs, in an order shared by all, and returns how many there are. */
async function lockRows(
  tx: Database,
  table: "departments" | "roles" | "accounts",
  ids: readonly string[],
  condition = sql<boolean>`true`,
): Promise<number> {
  if (ids.length === 0) return 0;
  const there = await tx
    .selectFrom(table)
    .select("id")
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .where(condition)
    .orderBy("id")
    .forKeyShare()
    .execute();
  return there.length;
}

/** SQL: the current names of the departments or roles in a column of IDs, by name; deleted ones are left out. */
export const namesOf = (table: "departments" | "roles", ids: string) => sql<
  Part[]
>`coalesce((SELECT json_agg(json_build_object('id', o.id, 'name', o.name) ORDER BY ${byName("o.name")})
    FROM ${sql.table(table)} o WHERE o.id = ANY(${sql.ref(ids)})), '[]')`;

/**
 * Returns the departments and roles to choose from, by name. The role pending is left out, because it reads nothing.
 */
export async function findAudienceChoices(db: Database) {
  const [departments, roles] = await Promise.all([
    db.selectFrom("departments").select(["id", "name"]).orderBy(byName("name")).orderBy("id").execute(),
    db
      .selectFrom("roles")
      .select(["id", "name"])
      .where(sql<boolean>`lower(name) <> 'pending'`)
      .orderBy(byName("name"))
      .orderBy("id")
      .execute(),
  ]);
  return { departments, roles };
}

type Part = { id: string; name: string };

/** The columns of a thing for departments and roles, with the names of those that are there. */
interface Addressed {
  department_ids: readonly string[];
  departments: readonly Part[];
  role_ids: readonly string[];
  roles: readonly Part[];
}

/**
 * Presents the audience of a thing, with the departments and roles that are gone: they still set its limit, and a form
 * that leaves them out would make the thing everybody's.
 */
export function presentAudience(row: Addressed): { departments: Part[]; roles: Part[] } {
  const whole = (ids: readonly string[], there: readonly Part[], gone: string) => [
    ...there,
    ...ids.filter((id) => !there.some((part) => part.id === id)).map((id) => ({ id, name: gone })),
  ];
  return {
    departments: whole(row.department_ids, row.departments, "A deleted department"),
    roles: whole(row.role_ids, row.roles, "A deleted role"),
  };
}
