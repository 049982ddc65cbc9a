import { type RawBuilder, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { byName } from "../../platform/database/by-name.ts";
import { containsAllWords, rankByWords } from "../../platform/database/contains-all-words.ts";
import type { Database } from "../../tables.ts";
import { findAlike } from "./find-alike.ts";
import { isGuestAccount, isKnownTo } from "./guests.ts";

/**
 * Returns people who can sign in whose name contains the words of `name`: names that start with it first, then by name.
 * If there are none, those with one typo. An empty text matches everyone.
 * @param among a condition on the account `a`, for those who can be chosen. Bots and guests are only among them if it
 *   says so.
 */
export async function searchPeople(
  db: Database,
  name: string,
  limit: number,
  among: RawBuilder<boolean> = sql<boolean>`NOT a.is_bot AND a.guest_until IS NULL`,
) {
  const isAll = name.trim() === "";
  const found = await active(db)
    .where(among)
    .$if(!isAll, (query) =>
      query.where(containsAllWords(foldedName, name)).orderBy(rankByWords(foldedName, name)),
    )
    .orderBy(byName("p.name"))
    .orderBy("p.id")
    .limit(limit)
    .execute();
  if (found.length > 0 || isAll) return found;
  const alike = await findAlike(db, name);
  if (alike.length === 0) return found;
  const rows = await active(db)
    .where(among)
    .where(sql<boolean>`p.id = ANY(${alike}::uuid[])`)
    .orderBy(byName("p.name"))
    .execute();
  return rows.slice(0, limit);
}

const foldedName = sql.ref("p.folded_name");

function active(db: Database) {
  return db
    .selectFrom("profiles as p")
    .innerJoin("accounts as a", "a.id", "p.id")
    .select(["p.id", "p.name", "a.email", "p.avatar_url", "p.is_program", isGuestAccount.as("is_guest")])
    .where("a.disabled_at", "is", null);
}

/** Returns people by words of their names, also those who cannot sign in and those who have left. Without programs. */
export function findAnybody(db: Database, name: string, limit: number) {
  return db
    .selectFrom("profiles as p")
    .leftJoin("accounts as a", "a.id", "p.id")
    .select(["p.id", "p.name", "a.email", "p.avatar_url", "p.is_program", "a.disabled_at"])
    .select(isGuestAccount.as("is_guest"))
    .where("p.is_program", "=", false)
    .$if(name !== "", (query) =>
      query.where(containsAllWords(foldedName, name)).orderBy(rankByWords(foldedName, name)),
    )
    .orderBy(byName("p.name"))
    .orderBy("p.id")
    .limit(limit)
    .execute();
}

/** Colleagues and former ones by their ids, in no order. */
export function findPeople(db: Database, ids: readonly string[]) {
  return db
    .selectFrom("profiles as p")
    .leftJoin("accounts as a", "a.id", "p.id")
    .select(["p.id", "p.name", "a.email", "p.avatar_url", "p.is_program", isGuestAccount.as("is_guest")])
    .where(sql<boolean>`p.id = ANY(${ids}::uuid[])`)
    .execute();
}

/** Colleagues and former ones by their ids, with what others may know of them; without those who cannot sign in. */
export function findProfiles(
  db: Database,
  viewer: { id: string; isGuest?: true | undefined },
  ids: readonly string[],
) {
  return db
    .selectFrom("profiles as p")
    .leftJoin("accounts as a", "a.id", "p.id")
    .select((eb) => [
      "p.id",
      "p.name",
      "a.email",
      "p.avatar_url",
      "p.is_program",
      isGuestAccount.as("is_guest"),
      sql<string | null>`a.preferences ->> 'timeZone'`.as("time_zone"),
      jsonArrayFrom(
        eb
          .selectFrom("user_departments as ud")
          .innerJoin("departments as d", "d.id", "ud.department_id")
          .select(["d.id", "d.name", "d.slug"])
          .whereRef("ud.user_id", "=", "p.id")
          .orderBy(byName("d.name")),
      ).as("departments"),
    ])
    .where(sql<boolean>`p.id = ANY(${ids}::uuid[])`)
    .where("a.disabled_at", "is", null)
    .where("p.is_program", "=", false)
    .where(isKnownTo(viewer, sql.ref("p.id")))
    .execute();
}

export type ProfileRow = Awaited<ReturnType<typeof findProfiles>>[number];
