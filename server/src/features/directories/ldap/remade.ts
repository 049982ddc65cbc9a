import { type SqlBool, sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { hasPower } from "../../administration/policy.ts";
import { selectUsers } from "../../administration/public.ts";
import type { LdapPerson } from "./read-ldap.ts";

/** A person of the mirror whose entry was removed from the directory and made again, and its identifier now. */
export interface Remade {
  id: string;
  externalId: string;
}

interface Known {
  id: string;
  external_id: string | null;
  user_name: string;
  email: string;
}

/**
 * Finds entries that were removed and made again: they have the user name and the address of one that is missing.
 * @param current everyone in the mirror, and `missing` those of them who are not in the directory any more.
 */
export function findRemade(
  current: readonly Known[],
  missing: readonly Known[],
  people: readonly LdapPerson[],
): Remade[] {
  const keyOf = (one: Pick<Known, "user_name" | "email">) => `${one.user_name.toLowerCase()}\x01${one.email}`;
  const byKey = new Map(missing.map((one) => [keyOf(one), one]));
  const currentIds = new Set(current.map(({ external_id }) => external_id));
  return people.flatMap(({ facts }) => {
    const before = currentIds.has(facts.external_id) ? undefined : byKey.get(keyOf(facts));
    return before ? { id: before.id, externalId: facts.external_id } : [];
  });
}

/**
 * Returns those whose account has no power over others. An account with power is linked to a new entry only when an
 * administrator confirms it, like any other account of an administrator.
 */
export async function safelyRemade(db: Database, remade: readonly Remade[]): Promise<Remade[]> {
  if (remade.length === 0) return [];
  const ids = remade.map(({ id }) => id);
  const { rows } = await sql<{ id: string; user_id: string }>`SELECT id, user_id FROM directory_people
    WHERE id = ANY(${ids}::uuid[]) AND user_id IS NOT NULL`.execute(db);
  const users = await selectUsers(db)
    .where(sql<SqlBool>`a.id = ANY(${rows.map(({ user_id }) => user_id)}::uuid[])`)
    .execute();
  const powerful = new Set(users.filter(hasPower).map(({ id }) => id));
  const kept = new Set(rows.flatMap(({ id, user_id }) => (powerful.has(user_id) ? id : [])));
  return remade.filter(({ id }) => !kept.has(id));
}

/** Gives people the identifiers of their new entries, in the caller's transaction. @returns those that it did. */
export async function writeRemade(tx: Database, remade: readonly Remade[]): Promise<Remade[]> {
  const safe = await safelyRemade(tx, remade);
  await sql`UPDATE directory_people p SET external_id = given.external_id, version = version + 1, updated_at = now()
    FROM unnest(${safe.map(({ id }) => id)}::uuid[], ${safe.map(({ externalId }) => externalId)}::text[])
      AS given (id, external_id)
    WHERE p.id = given.id AND p.gone_at IS NULL`.execute(tx);
  return safe;
}
