import { sql } from "kysely";
import type { Database } from "../../tables.ts";

/** The ids of tags by their names, in their order; those that are new are created. */
export async function writeTags(tx: Database, names: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(names)];
  if (wanted.length === 0) return [];
  // In one order, so that two questions with the same new tags wait for each other in one direction.
  await sql`INSERT INTO question_tags (name) SELECT name FROM unnest(${wanted}::text[]) AS name
    WHERE NOT EXISTS (SELECT FROM question_tags t WHERE t.name = name.name COLLATE "C")
    ORDER BY 1 ON CONFLICT DO NOTHING`.execute(tx);
  const rows = await tx
    .selectFrom("question_tags")
    .select(["id", "name"])
    .where("name", "in", wanted)
    .execute();
  const idOf = new Map(rows.map(({ id, name }) => [name, id]));
  return wanted.flatMap((name) => idOf.get(name) ?? []);
}
