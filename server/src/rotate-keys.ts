import { sql } from "kysely";
import { retireSigningKeys } from "./features/identity/signing-keys.ts";
import { readConfig } from "./platform/config.ts";
import { waitForDatabase } from "./platform/database/availability.ts";
import { openDatabase } from "./platform/database/database.ts";
import { reachDatabase } from "./platform/database/reach-database.ts";
import { createLog } from "./platform/log.ts";
import { StartError } from "./platform/start-error.ts";
import type { Database, Tables } from "./tables.ts";

// Retires every key that signs access tokens, on every node, whether a server runs or not.
try {
  await rotateKeys(process.env);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`\n${error.message}\n${error.hint}\n\n`);
  process.exitCode = 1;
}

async function rotateKeys(env: Record<string, string | undefined>): Promise<void> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  const database = await reachDatabase(config, log);
  const { db, pool } = openDatabase<Tables>({
    url: database.url,
    log,
    preparedStatements: config.preparedStatements,
    maxConnections: 1,
  });
  try {
    await waitForDatabase(pool, { log, say, limitMs: 10_000 });
    await assertPrepared(db);
    const retired = await retireSigningKeys(db);
    say(
      `${retired === 1 ? "The signing key is" : `${retired} signing keys are`} retired, and a new one is made.`,
    );
    say("Access tokens given out before do not work any more. Nobody has to sign in again.");
  } finally {
    await db.destroy();
    await database.release();
  }
}

async function assertPrepared(db: Database): Promise<void> {
  const { rows } = await sql<{ is: boolean }>`SELECT to_regclass('audit_log') IS NOT NULL AS is`.execute(db);
  if (rows[0]?.is) return;
  throw new StartError(
    "This version of Atoll has not run on this database yet.",
    "Start the server once; it prepares the database. Then run this again.",
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
