import { sql } from "kysely";
import type { Database } from "../../src/tables.ts";

/** Written at any signed-in request, on purpose. */
const touched: Record<string, string> = { accounts: "last_active_at", sessions: "last_used_at" };

/** One hash for each table: what a refused request must leave as it was. */
export async function digestTables(db: Database): Promise<Map<string, string>> {
  const tables = await sql<{ tablename: string }>`
    SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`.execute(db);
  const parts = tables.rows.map(({ tablename }) => {
    // As JSON only where columns have to be left out: as text it is a third of the work.
    const row = touched[tablename] ? sql`(to_jsonb(t) - ${sql.lit(touched[tablename])})::text` : sql`t::text`;
    return sql`SELECT ${sql.lit(tablename)} AS name, md5(coalesce(string_agg(row, '' ORDER BY row), '')) AS digest
      FROM (SELECT ${row} AS row FROM ${sql.table(tablename)} t)`;
  });
  const { rows } = await sql<{ name: string; digest: string }>`${sql.join(parts, sql` UNION ALL `)}`.execute(
    db,
  );
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

/** The tables that differ, but for those that a refusal writes to on purpose. */
export function changedTables(
  before: Map<string, string>,
  after: Map<string, string>,
  except: readonly string[],
): string[] {
  return [...after.keys()].filter((name) => before.get(name) !== after.get(name) && !except.includes(name));
}
