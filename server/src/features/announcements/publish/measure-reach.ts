import { namedReached } from "@atoll/contract/announcements/limits";
import type { Audience } from "@atoll/contract/announcements/policy";
import type { Reach } from "@atoll/contract/announcements/schemas";
import { sql } from "kysely";
import { byName } from "../../../platform/database/by-name.ts";
import type { Database } from "../../../tables.ts";
import type { People } from "../../people/public.ts";
import { peopleReached } from "../audience.ts";
import { getsByMail } from "../notifications/announcement-mail.ts";

/**
 * Counts the people an audience would reach, each once, and lists the departments and roles to choose from with their
 * numbers: for a department, its people with a chosen role; for a role, its people in a chosen department.
 */
export async function measureReach(
  { db, people, mail }: { db: Database; people: People; mail: unknown },
  authorId: string,
  audience: Audience,
): Promise<Reach> {
  const { departmentIds, roleIds } = audience;
  type Choice = Reach["departments"][number];
  const byMail = sql`(SELECT count(*)::int FROM accounts a
    WHERE a.id IN (${peopleReached(audience)}) AND a.id <> ${authorId} AND ${getsByMail})`;
  const [counts, departments, roles, named] = await Promise.all([
    sql<{ reached: number; everyone: number; by_mail: number | null }>`SELECT
      (SELECT count(*)::int FROM (${peopleReached(audience)}) reached) AS reached,
      (SELECT count(*)::int FROM (${peopleReached({ departmentIds: [], roleIds: [] })}) everyone) AS everyone,
      ${mail ? byMail : sql`NULL::int`} AS by_mail`.execute(db),
    sql<Choice>`SELECT d.id, d.name, count(reached.id)::int AS count FROM departments d
      LEFT JOIN user_departments ud ON ud.department_id = d.id
      LEFT JOIN (${peopleReached({ departmentIds: [], roleIds })}) reached ON reached.id = ud.user_id
      GROUP BY d.id ORDER BY ${byName("d.name")}, d.id`.execute(db),
    // People with only the role pending are reached by nothing.
    sql<Choice>`SELECT o.id, o.name, count(reached.id)::int AS count FROM roles o
      LEFT JOIN user_roles held ON held.role_id = o.id
      LEFT JOIN (${peopleReached({ departmentIds, roleIds: [] })}) reached ON reached.id = held.user_id
      WHERE lower(o.name) <> 'pending' GROUP BY o.id ORDER BY ${byName("o.name")}, o.id`.execute(db),
    sql<{ id: string }>`SELECT first.id FROM profiles first
      WHERE first.id IN (${peopleReached(audience)}) ORDER BY ${byName("first.name")}, first.id
      LIMIT ${sql.lit(namedReached)}`.execute(db),
  ]);
  const ids = named.rows.map(({ id }) => id);
  const known = await people.of(ids);
  return {
    reached: counts.rows[0]?.reached ?? 0,
    everyone: counts.rows[0]?.everyone ?? 0,
    byMail: counts.rows[0]?.by_mail ?? null,
    departments: departments.rows,
    roles: roles.rows,
    people: ids.flatMap((id) => known.get(id) ?? []),
  };
}
