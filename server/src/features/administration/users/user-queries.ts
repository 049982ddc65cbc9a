import { type SqlBool, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { byName } from "../../../platform/database/by-name.ts";
import type { Database } from "../../../tables.ts";
import { followedDirectory } from "../../identity/public.ts";

/** SQL: the account `a` has an authenticator app or a passkey. */
export const hasSecondFactor = sql<boolean>`(EXISTS (SELECT FROM second_factors sf WHERE sf.user_id = a.id AND sf.confirmed_at IS NOT NULL)
  OR EXISTS (SELECT FROM passkeys pk WHERE pk.user_id = a.id))`;

/**
 * Selects accounts of people with everything that the administration shows and its policy needs.
 * @param guests also guests, who have no roles to give and pages of their own.
 */
export function selectUsers(db: Database, guests = false) {
  return db
    .selectFrom("accounts as a")
    .innerJoin("profiles as p", "p.id", "a.id")
    .select((eb) => [
      "a.id",
      "a.email",
      "a.disabled_at",
      "a.email_confirmed_at",
      "a.last_active_at",
      "a.version",
      "a.created_at",
      "p.name",
      "p.avatar_url",
      sql<Date>`greatest(a.updated_at, p.updated_at)`.as("updated_at"),
      sql<
        string | null
      >`(SELECT mr.detail FROM mail_refusals mr WHERE mr.user_id = a.id AND mr.address = a.email)`.as(
        "mail_refusal",
      ),
      followedDirectory(sql.ref("a.id")).as("directory"),
      sql<boolean>`EXISTS (SELECT FROM directory_people dp WHERE dp.user_id = a.id AND dp.disabled_at = a.disabled_at)`.as(
        "is_disabled_by_directory",
      ),
      jsonArrayFrom(
        eb
          .selectFrom("user_roles as ur")
          .innerJoin("roles as r", "r.id", "ur.role_id")
          .select(["r.id", "r.name"])
          .whereRef("ur.user_id", "=", "a.id")
          .orderBy(byName("r.name")),
      ).as("roles"),
      jsonArrayFrom(
        eb
          .selectFrom("user_roles as ur")
          .innerJoin("role_permissions as rp", "rp.role_id", "ur.role_id")
          .innerJoin("permissions as pm", "pm.id", "rp.permission_id")
          .select(["pm.resource", "pm.action"])
          .distinct()
          .whereRef("ur.user_id", "=", "a.id"),
      ).as("permissions"),
      jsonArrayFrom(
        eb
          .selectFrom("user_departments as ud")
          .innerJoin("departments as d", "d.id", "ud.department_id")
          .select(["d.id", "d.name"])
          .whereRef("ud.user_id", "=", "a.id")
          .orderBy(byName("d.name")),
      ).as("departments"),
      hasSecondFactor.as("has_second_factor"),
    ])
    .where("a.is_bot", "=", false)
    .$if(!guests, (query) => query.where("a.guest_until", "is", null));
}

export type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>["execute"]>>[number];

export function findUser(db: Database, userId: string, guests = false): Promise<UserRow | undefined> {
  return selectUsers(db, guests).where("a.id", "=", userId).executeTakeFirst();
}

/** The numbers over the admin panel. Specification, section 2: active roles are all but the one named pending. */
export async function readSummary(db: Database) {
  const { rows } = await sql<Record<keyof typeof none, number>>`
    SELECT (SELECT count(*) FROM accounts WHERE NOT is_bot AND guest_until IS NULL) AS "userCount",
      (SELECT count(*) FROM roles WHERE lower(name) <> 'pending') AS "activeRoleCount",
      (SELECT count(*) FROM departments) AS "departmentCount",
      (SELECT count(*) FROM accounts a WHERE ${isPending}) AS "pendingCount"`.execute(db);
  return rows[0] ?? none;
}

const none = { userCount: 0, activeRoleCount: 0, departmentCount: 0, pendingCount: 0 };

/** SQL: the account `a` has a role other than pending. */
export const hasActiveRole = sql<SqlBool>`EXISTS (SELECT FROM user_roles ur JOIN roles r ON r.id = ur.role_id
  WHERE ur.user_id = a.id AND lower(r.name) <> 'pending')`;

/** Whether an account `a` waits for approval. Specification, section 4. */
export const isPending = sql<SqlBool>`(a.disabled_at IS NULL AND NOT a.is_bot AND a.guest_until IS NULL AND NOT ${hasActiveRole})`;
