import { sql } from "kysely";
import type { Database } from "../../tables.ts";

/**
 * Finds colleagues with an active account by their email address or whole name, in any case of letters.
 * @returns their ids by the given texts. A text that matches nobody, or more than one colleague, is left out.
 */
export async function findNamed(
  db: Database,
  texts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (texts.length === 0) return new Map();
  const { rows } = await sql<{ text: string; id: string }>`
    WITH wanted AS MATERIALIZED (
      SELECT text, lower(text) AS address, search_fold(text) AS folded
      FROM unnest(${[...new Set(texts)]}::text[]) AS n (text)
    ), found AS (
      SELECT w.text, a.id FROM wanted w JOIN accounts a ON lower(a.email) = w.address
      UNION SELECT w.text, p.id FROM wanted w JOIN profiles p ON p.folded_name = w.folded
    )
    SELECT f.text, min(f.id::text) AS id FROM found f JOIN accounts a ON a.id = f.id
    WHERE a.disabled_at IS NULL AND a.guest_until IS NULL GROUP BY f.text HAVING count(*) = 1`.execute(db);
  return new Map(rows.map(({ text, id }) => [text, id]));
}
