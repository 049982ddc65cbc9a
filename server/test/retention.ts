import { sql } from "kysely";
import { vi } from "vitest";
import type { TestServer } from "./harness.ts";
import { enqueueJob } from "./run-job.ts";

const patience = { timeout: 60_000 };

/** Runs the retention job on the server, and waits until it is done. */
export async function runRetentionJob(server: TestServer): Promise<void> {
  const completed = async () => {
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM jobs.job
      WHERE name = 'retention.run' AND state = 'completed'`.execute(server.db);
    return rows[0]?.count ?? 0;
  };
  const before = await completed();
  await enqueueJob(server, "retention.run");
  await vi.waitFor(async () => {
    if ((await completed()) <= before) throw new Error("the run has not ended");
  }, patience);
}

/** Makes messages so many days old. */
export async function age(server: TestServer, ids: readonly string[], days: number): Promise<void> {
  await sql`UPDATE messages SET created_at = now() - ${days}::int * interval '1 day'
    WHERE id = ANY(${[...ids]}::uuid[])`.execute(server.db);
}

/** Lets the time of grace of all changes be over. */
export async function passGrace(server: TestServer): Promise<void> {
  await sql`UPDATE retention_rules SET next_at = now() - interval '1 minute' WHERE next IS NOT NULL`.execute(
    server.db,
  );
}

/** Returns the columns of all tables whose text has a word, in any case. */
export async function findEverywhere({ db }: Pick<TestServer, "db">, word: string): Promise<string[]> {
  const { rows: columns } = await sql<{ place: string; schema: string; table: string; column: string }>`
    SELECT format('%s.%s', c.table_name, c.column_name) AS place, c.table_schema AS schema, c.table_name AS table,
      c.column_name AS column
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE t.table_type = 'BASE TABLE' AND c.table_schema IN ('public', 'jobs')
      AND c.data_type IN ('text', 'character varying', 'jsonb', 'json', 'ARRAY', 'tsvector', 'USER-DEFINED')`.execute(
    db,
  );
  const found: string[] = [];
  for (const { place, schema, table, column } of columns) {
    const { rows } = await sql`SELECT FROM ${sql.id(schema, table)}
      WHERE strpos(lower(${sql.id(column)}::text), ${word}) > 0 LIMIT 1`.execute(db);
    if (rows.length > 0) found.push(place);
  }
  return found.toSorted();
}
