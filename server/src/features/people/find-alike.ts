import { findNames, nameWords } from "@atoll/contract/text/find-names";
import { type SqlBool, sql } from "kysely";
import { byName } from "../../platform/database/by-name.ts";
import type { Database } from "../../tables.ts";

/** Maximum candidates that are compared individually. */
const maxCandidates = 2000;
const maxAlike = 50;

/**
 * Returns the IDs of at most 50 people with an account whose names match a typed text except for one typo in a word.
 * One typo, including two swapped letters, leaves a third of a word unchanged, by which the database finds candidates.
 */
export async function findAlike(db: Database, name: string): Promise<string[]> {
  const [longest = ""] = nameWords(name).sort((a, b) => b.length - a.length);
  const parts = thirds([...longest]);
  if (parts.length === 0) return [];
  const has = parts.map((part) => sql<SqlBool>`strpos(folded_name, ${part}) > 0`);
  const candidates = await db
    .selectFrom("profiles")
    .select(["id", "name"])
    .where("former_since", "is", null)
    .where("is_program", "=", false)
    .where(sql<SqlBool>`(${sql.join(has, sql` OR `)})`)
    .orderBy(byName("name"))
    .orderBy("id")
    .limit(maxCandidates)
    .execute();
  const named = candidates.map((row) => ({ id: row.id, label: row.name }));
  return findNames(named, name)
    .slice(0, maxAlike)
    .map(({ id }) => id);
}

function thirds(letters: readonly string[]): string[] {
  const size = Math.floor(letters.length / 3);
  if (size === 0) return [];
  return [letters.slice(0, size), letters.slice(size, 2 * size), letters.slice(2 * size)].map((part) =>
    part.join(""),
  );
}
