import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { StartError } from "../log/start-error.ts";

export interface MigrateOptions {
  /** Where the numbered SQL files are; the server's own by default. */
  readonly folder?: string;
  /** Called once, before the first missing migration is applied, with the names of all that are missing. */
  readonly onPending?: (names: readonly string[]) => void;
}

const ownFolder = fileURLToPath(new URL("../../../migrations", import.meta.url));
const oldestSupported = 160_000;

/**
 * Migrates the database behind `url` to the state that this version of the code expects, and returns the names of the
 * applied migrations. Each runs in its own transaction, which starts with an advisory lock, so that several nodes may
 * start at once, also through a pooler in transaction mode.
 * @throws {StartError} if PostgreSQL is older than 16, or a newer Atoll has migrated the database.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = await readMigrations(options.folder ?? ownFolder);
  const client = new pg.Client({ connectionString: url });
  // A connection that breaks between two statements fails the next one, which is where it is dealt with.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await refuseOldServer(client);
    const applied: string[] = [];
    for (;;) {
      const onPending = applied.length === 0 ? options.onPending : undefined;
      const name = await applyNext(client, migrations, onPending);
      if (name === undefined) return applied;
      applied.push(name);
    }
  } finally {
    await client.end();
  }
}

/**
 * Brings an empty database to the state in which exactly `wanted` were applied, in the caller's transaction: for a
 * backup of an older version, which the next start migrates on.
 * @throws {StartError} when this version lacks one of them.
 */
export async function migrateTo(
  client: pg.Client,
  wanted: readonly { number: number; name: string }[],
): Promise<void> {
  const migrations = await readMigrations(ownFolder);
  refuseUnknown(wanted, migrations);
  await refuseOldServer(client);
  await client.query(makeTable);
  const names = new Set(wanted.map(({ name }) => name));
  for (const migration of migrations) if (names.has(migration.name)) await run(client, migration);
}

/** The numbers of the migrations that this version has. */
export async function knownMigrations(folder = ownFolder): Promise<number[]> {
  return (await readMigrations(folder)).map(({ number }) => number);
}

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const migrations = await Promise.all(
    names.map(async (name) => ({
      number: Number.parseInt(name, 10),
      name: name.replace(/\.sql$/, ""),
      sql: await readFile(join(folder, name), "utf8"),
    })),
  );
  // Two branches that both added "012-" would otherwise be applied in an order nobody chose. A gap is a number that
  // another branch took, and may be filled later: whatever is missing is applied, lowest first.
  for (const [index, migration] of migrations.entries()) {
    const before = migrations[index - 1];
    if (!(migration.number > (before?.number ?? 0)))
      throw new Error(`migration ${migration.name} should have a number of its own`);
  }
  return migrations;
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version",
  );
  const server = rows[0];
  if (server === undefined || server.number >= oldestSupported) return;
  throw new StartError(
    `The database is PostgreSQL ${server.version}; Atoll needs 16 or newer.`,
    "Upgrade that server, or unset DATABASE_URL to use the PostgreSQL that comes with Atoll.",
  );
}

const makeTable = `
  CREATE TABLE IF NOT EXISTS migrations (
    number integer PRIMARY KEY,
    name text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`;

/** Applies the first missing migration. Nodes that start together take turns, and each checks again. */
async function applyNext(
  client: pg.Client,
  migrations: Migration[],
  onPending: MigrateOptions["onPending"],
): Promise<string | undefined> {
  await client.query("BEGIN");
  try {
    await client.query("SELECT pg_advisory_xact_lock($1)", [lockKey]);
    await client.query(makeTable);
    const { rows } = await client.query<{ number: number; name: string }>(
      "SELECT number, name FROM migrations",
    );
    refuseUnknown(rows, migrations);
    const done = new Set(rows.map((row) => row.number));
    const missing = migrations.filter((migration) => !done.has(migration.number));
    const [next] = missing;
    if (next !== undefined) {
      onPending?.(missing.map(({ name }) => name));
      await run(client, next);
    }
    await client.query("COMMIT");
    return next?.name;
  } catch (error) {
    // The connection itself may be what failed; the first error is the one worth telling.
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

function refuseUnknown(applied: readonly { number: number; name: string }[], migrations: Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.number, migration.name]));
  const unknown = applied.find((row) => known.get(row.number) !== row.name);
  if (unknown === undefined) return;
  throw new StartError(
    `The database has had migration ${unknown.name}, which this version of Atoll does not know.`,
    "Run the version of Atoll that this database belongs to (or a newer one), or restore a backup made with this version.",
  );
}

async function run(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`migration ${migration.name} failed: ${reason}`, { cause: error });
  }
  await client.query("INSERT INTO migrations (number, name) VALUES ($1, $2)", [
    migration.number,
    migration.name,
  ]);
}

/** Any number will do, as long as every version of Atoll uses the same and nobody else in the database does. */
const lockKey = createHash("sha256").update("atoll migrations").digest().readInt32BE(0);
