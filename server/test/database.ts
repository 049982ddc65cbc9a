import { randomBytes } from "node:crypto";
import pg from "pg";
import { migrate } from "../src/platform/database/migrate.ts";
import { jobTables } from "../src/platform/jobs/jobs.ts";

const template = "atoll_template";

/** Migrates once, so that a test file's database is a copy of files instead of a run of every migration. */
export async function makeTemplate(serverUrl: string): Promise<void> {
  await execute(serverUrl, `CREATE DATABASE ${template}`);
  await prepare(inDatabase(serverUrl, template));
}

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A database of its own for a test file: empty, and migrated unless said otherwise. `locale`: of letters, where it matters. */
export async function createTestDatabase({
  migrated = true,
  locale,
  postgresUrl,
}: {
  migrated?: boolean;
  locale?: string;
  /** The address of PostgreSQL with the template. In tests, it is this run's. */
  postgresUrl?: string;
} = {}): Promise<TestDatabase> {
  const serverUrl = postgresUrl ?? (await import("vitest")).inject("databaseServerUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  const url = inDatabase(serverUrl, name);
  if (locale === undefined) {
    const from = migrated ? template : "template1";
    // Its files, instead of every page by way of the log: in memory a fifth of the work.
    await execute(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY file_copy`);
  } else {
    // Only the barest of all may be copied with other letters, and of no provider but the system's has a database C's.
    await execute(
      serverUrl,
      `CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER libc LOCALE '${locale}'`,
    );
    if (migrated) await prepare(url);
  }
  return { url, drop: () => execute(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function prepare(url: string): Promise<void> {
  await migrate(url);
  await execute(url, jobTables);
}

function inDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
