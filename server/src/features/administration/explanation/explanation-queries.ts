import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { byName } from "../../../platform/database/by-name.ts";
import type { Database } from "../../../tables.ts";

/**
 * Returns a person with everything that decides what they may see, and who gave them each role; undefined if there is
 * no such account.
 */
export function findExplained(db: Database, userId: string) {
  return db
    .selectFrom("accounts as a")
    .innerJoin("profiles as p", "p.id", "a.id")
    .select((eb) => [
      "a.id",
      "p.name",
      "a.disabled_at",
      "a.email_confirmed_at",
      sql<boolean>`EXISTS (SELECT FROM second_factors sf WHERE sf.user_id = a.id AND sf.confirmed_at IS NOT NULL)
        OR EXISTS (SELECT FROM passkeys pk JOIN passkey_site ps ON ps.site = pk.site WHERE pk.user_id = a.id)`.as(
        "has_second_factor",
      ),
      "a.requires_passkey",
      jsonArrayFrom(
        eb
          .selectFrom("user_roles as ur")
          .innerJoin("roles as r", "r.id", "ur.role_id")
          .leftJoin("profiles as giver", "giver.id", "ur.assigned_by")
          .select((role) => [
            "r.name",
            "r.requires_second_factor",
            "r.requires_passkey",
            "giver.name as given_by",
            sql<string>`to_char(ur.assigned_at AT TIME ZONE 'UTC', 'FMDD FMMonth YYYY')`.as("given_on"),
            jsonArrayFrom(
              role
                .selectFrom("role_permissions as rp")
                .innerJoin("permissions as pm", "pm.id", "rp.permission_id")
                .select(["pm.resource", "pm.action"])
                .whereRef("rp.role_id", "=", "r.id"),
            ).as("permissions"),
          ])
          .whereRef("ur.user_id", "=", "a.id")
          .orderBy(byName("r.name")),
      ).as("roles"),
      // In the order in which the browser gets them: the first is where the person is at home.
      jsonArrayFrom(
        eb
          .selectFrom("user_departments as ud")
          .innerJoin("departments as d", "d.id", "ud.department_id")
          .select(["d.name", "d.slug"])
          .whereRef("ud.user_id", "=", "a.id")
          .orderBy(byName("d.name")),
      ).as("departments"),
    ])
    .where("a.id", "=", userId)
    .where("a.is_bot", "=", false)
    .where("a.guest_until", "is", null)
    .executeTakeFirst();
}

export type ExplainedRow = NonNullable<Awaited<ReturnType<typeof findExplained>>>;
export type ExplainedRole = ExplainedRow["roles"][number];

/** Returns the roles with a permission, ordered by name. */
export async function rolesHolding(
  db: Database,
  pair: { resource: string; action: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom("roles as r")
    .innerJoin("role_permissions as rp", "rp.role_id", "r.id")
    .innerJoin("permissions as p", "p.id", "rp.permission_id")
    .select("r.name")
    .where("p.resource", "=", pair.resource)
    .where("p.action", "=", pair.action)
    .orderBy(byName("r.name"))
    .execute();
  return rows.map(({ name }) => name);
}
