import { sql } from "kysely";
import type { Database } from "../../src/tables.ts";
import { fixturesName } from "./watch-writes.ts";

/** Written at any signed-in request, on purpose. */
const touched: Record<string, string> = { accounts: "last_active_at", sessions: "last_used_at" };

/** Tables that are written in the background, independent of requests. */
const written = [
  // Nodes keep track of each other.
  "nodes",
  // Nodes note which facilitators have boards open.
  "board_leaders_seen",
  "bus_parcels",
  "pushes",
  "automation_events",
  "automation_runs",
  "outgoing_deliveries",
  "event_reminders_state",
  "onboarding_wanted",
  // The text of files is extracted, and can be found from then on.
  "file_texts",
  // Emptied by a job.
  "forgotten_files",
  "search_words",
];

/** The rows that count, for tables of which some are written in the background. */
const lookedAt: Record<string, (row: "OLD" | "NEW") => string> = {
  // Refusals are counted, some of them a minute later. Whether each of the administration is there is asked by itself.
  audit_log: (row) =>
    `${row}.action <> 'administration.refused' AND NOT coalesce(${row}.after ? 'times', false)`,
  search_entries: (row) => `${row}.kind <> 'file'`,
};

/**
 * Notes the table of every row that the server writes: a refused request must write none. Triggers see it for the
 * price of the write; to compare the whole database before and after took a quarter of the matrix.
 */
export async function watchTables(db: Database): Promise<void> {
  await sql`CREATE TABLE watch.written (name text)`.execute(db);
  await sql`CREATE FUNCTION watch.note_row() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('application_name') <> ${sql.lit(fixturesName)} THEN
        INSERT INTO watch.written VALUES (TG_TABLE_NAME);
      END IF;
      RETURN NULL;
    END $$`.execute(db);
  const tables = await sql<{ name: string }>`SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname <> ALL(${written})`.execute(db);
  for (const { name } of tables.rows) {
    const table = sql.table(name);
    const looks = lookedAt[name] ?? (() => "true");
    const without = touched[name] ? sql.raw(` - '${touched[name]}'`) : sql``;
    await sql`CREATE TRIGGER inserted AFTER INSERT ON ${table} FOR EACH ROW
      WHEN (${sql.raw(looks("NEW"))}) EXECUTE FUNCTION watch.note_row()`.execute(db);
    await sql`CREATE TRIGGER deleted AFTER DELETE ON ${table} FOR EACH ROW
      WHEN (${sql.raw(looks("OLD"))}) EXECUTE FUNCTION watch.note_row()`.execute(db);
    await sql`CREATE TRIGGER updated AFTER UPDATE ON ${table} FOR EACH ROW
      WHEN (${sql.raw(looks("NEW"))} AND to_jsonb(OLD)${without} IS DISTINCT FROM to_jsonb(NEW)${without})
      EXECUTE FUNCTION watch.note_row()`.execute(db);
  }
}

/** From here on is asked which tables are written. */
export async function forgetWritten(db: Database): Promise<void> {
  await sql`DELETE FROM watch.written`.execute(db);
}

/** The tables that were written since, but for those that a refusal writes to on purpose. */
export async function writtenTables(db: Database, except: readonly string[] = []): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT DISTINCT name FROM watch.written ORDER BY name`.execute(
    db,
  );
  return rows.map(({ name }) => name).filter((name) => !except.includes(name));
}
