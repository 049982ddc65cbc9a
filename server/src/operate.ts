import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { sql } from "kysely";
import { AppError } from "./platform/app-error.ts";
import { type Config, readConfig } from "./platform/configuration/config.ts";
import { waitForDatabase } from "./platform/database/availability.ts";
import { openDatabase } from "./platform/database/database.ts";
import { reachDatabase } from "./platform/database/reach-database.ts";
import { explainFailure } from "./platform/explain-failure.ts";
import { nameCommands } from "./platform/launcher.ts";
import { createLog } from "./platform/log/log.ts";
import { StartError } from "./platform/log/start-error.ts";
import { minPassphraseLength } from "./platform/portable/sealed-parts.ts";
import type { Database, Tables } from "./tables.ts";

/** Runs an operator's command. A failure that an operator can fix is printed without a stack, and exits with 1. */
export async function command(body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    const explained = explainFailure(error) ?? explainRefusal(error);
    if (!explained) throw error;
    process.stderr.write(nameCommands(`\n${explained.message}\n${explained.hint}\n\n`));
    process.exitCode = 1;
  }
}

/** Explains a refusal of the application, such as an address that is taken, which needs no stack. */
function explainRefusal(error: unknown): StartError | undefined {
  if (!(error instanceof AppError) || error.code === "internal_error") return undefined;
  return new StartError(error.message, error.detail ?? "Nothing was changed.", { cause: error });
}

/**
 * Does something to the database of an installation, whether a server runs or not.
 * @throws {StartError} when there is none that this version has run on.
 */
export async function withDatabase(
  work: (db: Database, config: Config, log: ReturnType<typeof createLog>) => Promise<void>,
  { maxConnections = 1 } = {},
): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const database = await reachDatabase(config, log);
  // On standard error, because some commands write a table for other programs.
  process.stderr.write(`Database: ${nameOf(config)}\n`);
  const { db, pool } = openDatabase<Tables>({
    url: database.url,
    log,
    preparedStatements: config.preparedStatements,
    maxConnections,
  });
  try {
    await waitForDatabase(pool, { log, say, limitMs: 10_000 });
    await assertPrepared(db);
    await work(db, config, log);
  } finally {
    await db.destroy();
    await database.release();
  }
}

/** Names a database without what could let anybody in: a command in a wrong environment can reach another one. */
function nameOf({ databaseUrl, dataFolder }: Config): string {
  if (!databaseUrl) return `the embedded one in ${resolve(dataFolder)}`;
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname} (DATABASE_URL)`;
}

/**
 * Returns the email address that a command was given.
 * @throws {StartError} for anything but one address.
 */
export function readOneAddress(npmScript: string): string {
  const [email, ...more] = process.argv.slice(2);
  if (email && more.length === 0) return email;
  throw new StartError("Give the email address of one account.", `Use: npm run ${npmScript} -- <email>`);
}

/**
 * Reads the passphrase of an archive from a file, so that it is in no list of processes. Undefined without a file.
 * @throws {StartError} for a file that cannot be read, and for a passphrase that is soon guessed.
 */
export async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new StartError(`${file} cannot be read.`, "Name a file with the passphrase in one line.", {
      cause,
    });
  });
  const passphrase = text.replace(/\r?\n$/, "");
  if (passphrase.length >= minPassphraseLength) return passphrase;
  throw new StartError(
    `The passphrase in ${file} is shorter than ${minPassphraseLength} characters.`,
    "Choose a longer one, such as five words.",
  );
}

/** For the person who runs the command. */
export function say(line: string): void {
  process.stdout.write(nameCommands(`${line}\n`));
}

async function assertPrepared(db: Database): Promise<void> {
  const { rows } = await sql<{ is: boolean }>`SELECT to_regclass('audit_log') IS NOT NULL AS is`.execute(db);
  if (rows[0]?.is) return;
  throw new StartError(
    "This version of Atoll has not run on this database yet.",
    "Start the server once; it prepares the database. Then run this again.",
  );
}
