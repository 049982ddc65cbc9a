import { sql } from "kysely";
import type { Database } from "../../tables.ts";

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

/**
 * A page of a department's members, by name in any case; one more than `limit` tells that there are others.
 * @param after the last person of the page before, who may have left the department since.
 */
export function selectMembers(
  db: Database,
  departmentId: string,
  { after, limit }: { after?: string | undefined; limit: number },
) {
  return db
    .selectFrom("user_departments as ud")
    .innerJoin("profiles as p", "p.id", "ud.user_id")
    .innerJoin("accounts as a", "a.id", "ud.user_id")
    .select(["p.id", "p.name", "p.avatar_url", "a.email"])
    .where("ud.department_id", "=", departmentId)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(lower(p.name), p.id) > (SELECT lower(name), id FROM profiles WHERE id = ${after})`,
      ),
    )
    .orderBy(sql`lower(p.name)`)
    .orderBy("p.id")
    .limit(limit + 1)
    .execute();
}
