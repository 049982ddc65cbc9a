import { sql } from "kysely";
import type { Database } from "../../tables.ts";

/** More people than this have no name in common. */
const maxCalled = 200;

/**
 * Returns people with one of the names, including former colleagues: by the whole name, or if there is none, by the
 * beginnings of its words. Each has an index.
 */
export async function findPeopleCalled(tx: Database, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH wanted AS MATERIALIZED (
      SELECT place, search_fold(name) AS folded FROM unnest(${names}::text[]) WITH ORDINALITY AS n (name, place)
    ), whole AS MATERIALIZED (
      SELECT w.place, k.id FROM wanted w JOIN profiles k ON k.folded_name = w.folded
    )
    SELECT id FROM whole UNION
    SELECT k.id FROM wanted w, LATERAL (
      SELECT p.id FROM profiles p WHERE ' ' || translate(p.folded_name, '-_', '  ')
        LIKE '% ' || regexp_replace(translate(w.folded, '-_', '  '), '[\\\\%]', '\\\\\\&', 'g') || '%'
      LIMIT ${maxCalled}
    ) k
    WHERE NOT EXISTS (SELECT FROM whole o WHERE o.place = w.place)
    LIMIT ${maxCalled}`.execute(tx);
  return rows.map(({ id }) => id);
}
