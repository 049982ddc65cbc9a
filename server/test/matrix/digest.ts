import { sql } from "kysely";
import type { Database } from "../../src/tables.ts";

/** Written at any signed-in request, on purpose. */
const touched: Record<string, string> = { accounts: "last_active_at", sessions: "last_used_at" };

/** The rows to compare, for tables that are also written independently of requests. */
const lookedAt: Record<string, string> = {
  // Refusals are counted, some of them a minute later. Whether each of the administration is there is asked by itself.
  audit_log: "action <> 'administration.refused' AND NOT coalesce(after ? 'times', false)",
  // A node renews its lease every few seconds.
  nodes: "false",
  // Due pushes are sent in the background, independent of requests.
  pushes: "false",
  event_reminders_state: "false",
  // Paths are started in the background.
  onboarding_wanted: "false",
  // The text of files is extracted in the background, and can be found from then on.
  file_texts: "false",
  search_entries: "kind <> 'file'",
  search_words: "false",
};

/** The tables in which nodes keep track of each other, independent of requests. */
const ofNodes = ["nodes", "bus_parcels"];

/** One hash for each table: what a refused request must leave as it was. */
export async function digestTables(db: Database): Promise<Map<string, string>> {
  const tables = await sql<{ tablename: string }>`
    SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL(${ofNodes}) ORDER BY tablename`.execute(
    db,
  );
  const parts = tables.rows.map(({ tablename }) => {
    // As JSON only where columns have to be left out: as text it is a third of the work.
    const row = touched[tablename] ? sql`(to_jsonb(t) - ${sql.lit(touched[tablename])})::text` : sql`t::text`;
    // Rows in no order: their count, and the sum of what each comes to. To sort them all was most of the work.
    return sql`SELECT ${sql.lit(tablename)} AS name, concat(count(*), ' ', sum(hashtextextended(row, 0))) AS digest
      FROM (SELECT ${row} AS row FROM ${sql.table(tablename)} t WHERE ${sql.raw(lookedAt[tablename] ?? "true")})`;
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
