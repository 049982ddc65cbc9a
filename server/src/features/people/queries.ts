import { sql } from "kysely";
import type { Database } from "../../tables.ts";

/** People who can sign in whose name contains `name` in any case, by name. An empty text matches everyone. */
export function searchPeople(db: Database, name: string, limit: number) {
  const pattern = `%${name.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return db
    .selectFrom("profiles as p")
    .innerJoin("accounts as a", "a.id", "p.id")
    .select(["p.id", "p.name", "a.email", "p.avatar_url"])
    .where(sql<boolean>`lower(p.name) LIKE ${pattern}`)
    .where("a.disabled_at", "is", null)
    .orderBy("p.name")
    .orderBy("p.id")
    .limit(limit)
    .execute();
}

/** Colleagues and former ones by their ids, in no order. */
export function findPeople(db: Database, ids: readonly string[]) {
  return db
    .selectFrom("profiles as p")
    .leftJoin("accounts as a", "a.id", "p.id")
    .select(["p.id", "p.name", "a.email", "p.avatar_url"])
    .where(sql<boolean>`p.id = ANY(${ids}::uuid[])`)
    .execute();
}
