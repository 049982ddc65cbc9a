import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { from } from "pg-copy-streams";
import { migrateTo } from "../database/migrate.ts";
import { StartError } from "../log/start-error.ts";
import { plainText } from "./dump-database.ts";
import type { Manifest, StoredTable } from "./manifest.ts";

/**
 * Restores a backup into an empty database in one transaction: either everything or nothing. Foreign keys are created
 * after the rows, so that PostgreSQL checks all of them.
 * @param beforeCommit the last that may fail.
 * @throws {StartError} when the database is not empty, or the backup is of a newer version of Atoll.
 */
export async function loadDatabase(
  url: string,
  backup: string,
  manifest: Manifest,
  beforeCommit: () => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "atoll restore" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query(plainText);
    await refuseFull(client);
    await migrateTo(client, manifest.migrations);
    const references = await takeReferences(client);
    const names = manifest.tables.map(({ name }) => nameOf(name));
    for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    // Migrations put rows in, and those of the backup are the same or what became of them.
    await client.query(`TRUNCATE ${names.join(", ")}`);
    for (const table of manifest.tables) await loadTable(client, backup, table);
    for (const statement of references) await client.query(statement);
    for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    for (const { name, lastValue } of manifest.sequences)
      await client.query("SELECT setval($1::regclass, $2)", [nameOf(name), lastValue]);
    await forgetMark(client);
    await beforeCommit();
    await client.query("COMMIT");
    // Without figures about its tables PostgreSQL plans badly for a while.
    await client.query("ANALYZE").catch(() => undefined);
  } finally {
    await client.end();
  }
}

function nameOf(table: string): string {
  return `public.${pg.escapeIdentifier(table)}`;
}

async function refuseFull(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_tables WHERE schemaname = 'public'",
  );
  if (rows[0]?.count === 0) return;
  throw new StartError(
    "The database is not empty.",
    "Make an empty one and name it with DATABASE_URL; the old one stays as it is.",
  );
}

/** Drops the foreign keys, because rows come in any order of tables. @returns the statements that create them again. */
async function takeReferences(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0`);
  const statements = [];
  for (const { table, name, definition } of rows) {
    const constraint = pg.escapeIdentifier(name);
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${constraint}`);
    statements.push(`ALTER TABLE ${table} ADD CONSTRAINT ${constraint} ${definition}`);
  }
  return statements;
}

/** The restored files are a copy: the next start marks their folder, so that it is never taken for the original. */
async function forgetMark(client: pg.Client): Promise<void> {
  const { rows } = await client.query("SELECT WHERE to_regclass('public.files_folder') IS NOT NULL");
  if (rows.length > 0)
    await client.query("UPDATE public.files_folder SET mark = gen_random_uuid(), marked_at = NULL");
}

async function loadTable(client: pg.Client, backup: string, table: StoredTable): Promise<void> {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(", ");
  const copy = client.query(from(`COPY ${nameOf(table.name)} (${columns}) FROM STDIN`));
  await pipeline(createReadStream(join(backup, table.file)), createGunzip(), copy);
  if (copy.rowCount === table.rows) return;
  throw new StartError(
    `${table.name} has ${copy.rowCount} rows where the backup says ${table.rows}.`,
    "Nothing was changed. Use another backup.",
  );
}
