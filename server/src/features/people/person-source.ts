import { sql } from "kysely";
import type { FoundThing } from "../../platform/search/search-sources.ts";
import type { SliceSearchSource } from "../../slice.ts";
import { isGuestAccount } from "./guests.ts";
import { presentPerson } from "./public.ts";

/** Makes colleagues who can sign in searchable. */
export const personSource: SliceSearchSource = {
  kind: "person",
  isReadable: (_context, _viewer, { id }) =>
    sql<boolean>`EXISTS (SELECT FROM accounts ha WHERE ha.id = ${id} AND ha.disabled_at IS NULL
      AND NOT ha.is_bot)`,
  async present(_context, tx, _viewer, ids) {
    const rows = await tx
      .selectFrom("profiles as p")
      .innerJoin("accounts as a", "a.id", "p.id")
      .select(["p.id", "p.name", "a.email", "p.avatar_url", "p.is_program", "p.created_at"])
      .select(isGuestAccount.as("is_guest"))
      .select(
        sql<string[]>`ARRAY(SELECT d.department_id::text FROM user_departments d WHERE d.user_id = p.id)`.as(
          "departments",
        ),
      )
      .where(sql<boolean>`p.id = ANY(${ids}::uuid[])`)
      .where("a.disabled_at", "is", null)
      .where("a.is_bot", "=", false)
      .execute();
    return new Map(
      rows.map((row): [string, FoundThing] => [
        row.id,
        {
          title: row.name,
          text: row.email,
          at: row.created_at.toISOString(),
          personId: row.id,
          departmentIds: row.departments,
          link: `/colleagues/${row.id}`,
          detail: { kind: "person", person: presentPerson(row) },
        },
      ]),
    );
  },
};
