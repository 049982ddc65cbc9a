import { sql } from "kysely";
import type { PlaceByName } from "../../../platform/page.ts";
import type { Database } from "../../../tables.ts";

/** Departments with the number of their members, by name. */
export function selectDepartments(db: Database) {
  return db
    .selectFrom("departments as d")
    .select([
      "d.id",
      "d.name",
      "d.slug",
      "d.description",
      "d.version",
      sql<number>`(SELECT count(*) FROM user_departments ud WHERE ud.department_id = d.id)`.as(
        "member_count",
      ),
    ])
    .orderBy(sql`lower(d.name)`);
}

export type DepartmentRow = Awaited<ReturnType<ReturnType<typeof selectDepartments>["execute"]>>[number];

/** SQL: a guest is in no department. */
const noGuest = sql<boolean>`false`;

/** Selects a page of a department's members, ordered by name ignoring case. */
export function selectMembers(
  db: Database,
  departmentId: string,
  after: PlaceByName | undefined,
  count: number,
) {
  return db
    .selectFrom("user_departments as ud")
    .innerJoin("profiles as p", "p.id", "ud.user_id")
    .innerJoin("accounts as a", "a.id", "ud.user_id")
    .select(["p.id", "p.name", "p.avatar_url", "p.is_program", "a.email", noGuest.as("is_guest")])
    .where("ud.department_id", "=", departmentId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(lower(p.name), p.id) > (lower(${after?.[0]}), ${after?.[1]}::uuid)`),
    )
    .orderBy(sql`lower(p.name)`)
    .orderBy("p.id")
    .limit(count)
    .execute();
}
