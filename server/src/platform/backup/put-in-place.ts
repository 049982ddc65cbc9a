import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import pg from "pg";
import { lockDataFolder } from "../configuration/data-folder.ts";
import { layoutOf } from "../database/embedded/layout.ts";
import { startEmbeddedPostgres, stopLeftOver } from "../database/embedded/start-embedded-postgres.ts";
import { migrateTo } from "../database/migrate.ts";
import {
  type FilePlace,
  type FileStorage,
  ignoreChanged,
  insist,
  measureStored,
  placeAt,
} from "../files/file-storage.ts";
import { writeMeasured } from "../files/measured-copy.ts";
import { StartError } from "../log/start-error.ts";
import type { StartLog } from "../log/start-log.ts";
import { makeFolder } from "../make-folder.ts";
import { plainText } from "./dump-database.ts";
import { unfinishedMark } from "./file-list.ts";
import { restorePlaces } from "./restore-places.ts";

/** A file that goes to its path below the folder of files. */
export interface PlacedFile {
  path: string;
  sha256: string;
  open: () => Promise<Readable>;
}

/** The content of a backup, or of an archive of everything. */
export interface PlacedContent {
  /** The migrations after which the rows were written. */
  migrations: readonly { number: number; name: string }[];
  /** The tables that are filled. Others keep what migrations put in. */
  tables: readonly { name: string }[];
  sequences: readonly { name: string; lastValue: number | string }[];
  files: () => AsyncIterable<PlacedFile>;
  /** Called when the migrations have run, before a table is emptied. Refuses content that does not fit them. */
  check?: (client: pg.Client) => Promise<void>;
  /** Fills the tables, which are empty and without triggers and foreign keys. */
  load: (client: pg.Client) => Promise<void>;
  /** Called when foreign keys were checked and triggers are back. */
  finish?: (client: pg.Client) => Promise<void>;
}

export interface PlacingTarget {
  /** Undefined: the embedded PostgreSQL in the data folder. */
  databaseUrl: string | undefined;
  dataFolder: string;
  filesFolder: string;
  /** The storage on another machine that files go to. Undefined: the folder. */
  remote: FileStorage | undefined;
  /** Existing data may be replaced. It is kept aside. */
  mayReplace: boolean;
  log: StartLog;
  now: Date;
}

export interface Placed {
  /** The folders that keep the old data. */
  keptIn: string[];
  /** Files that Atoll did not put there, such as those of a file server. A bucket has no place for them. */
  leftOut: string[];
}

/**
 * Puts a database and files in place for the next start: all of it, or nothing. Everything is made aside first.
 * @throws {StartError} when a server runs, or there is something that may not be replaced.
 */
export async function putInPlace(content: PlacedContent, target: PlacingTarget): Promise<Placed> {
  const lock = lockDataFolder(target.dataFolder);
  const { remote } = target;
  const places = restorePlaces(lock.path, remote ? undefined : target.filesFolder);
  let takenOver: { giveBack(): Promise<void> } | undefined;
  try {
    if (!target.mayReplace) {
      await places.refuseReplacing();
      if (remote) await refuseReplacingIn(remote);
    }
    if (target.databaseUrl) await connected(target.databaseUrl, refuseFull);
    // A killed attempt has left its database server at work in the folder that is about to be emptied.
    if (existsSync(places.databaseAside))
      await stopLeftOver(layoutOf(await realpath(places.databaseAside)), target.log);
    await places.prepare();
    takenOver = remote && (await takeOver(remote));
    const leftOut = remote ? await sendFiles(content, remote) : [];
    if (!remote) await copyFiles(content, places.filesAside);
    let keptIn: string[] = [];
    const place = async () => {
      keptIn = await places.exchange(target.now);
      // The next start writes the mark of the restored database.
      await remote?.site.removeMark();
      takenOver = undefined;
    };
    if (target.databaseUrl) {
      await loadDatabase(target.databaseUrl, content, place);
    } else {
      await loadEmbedded(content, places.databaseAside, target.log);
      await place();
    }
    await places.finish();
    return { keptIn, leftOut };
  } catch (error) {
    await takenOver?.giveBack().catch(() => undefined);
    throw error;
  } finally {
    await places.clean();
    lock.release();
  }
}

/** Returns whether putting things into a folder was killed while it exchanged old and new. */
export function isHalfPlaced(folder: string): boolean {
  return existsSync(join(folder, unfinishedMark));
}

/** @throws {StartError} for a folder in which a restore was killed while it exchanged old and new. */
export function refuseHalfRestored(folder: string): void {
  if (!isHalfPlaced(folder)) return;
  throw new StartError(
    `A restore or an import into ${folder} was cut short while it put things in place.`,
    "Run it again, a restore with --replace. The old data, if there was some, is in the folder before-restore-… within it.",
  );
}

async function copyFiles({ files }: PlacedContent, target: string): Promise<void> {
  makeFolder(target);
  for await (const { path, sha256, open } of files()) {
    const copy = join(target, ...path.split("/"));
    makeFolder(dirname(copy));
    const written = await writeMeasured(copy, await open());
    if (written.sha256 !== sha256)
      throw new StartError(`files/${path} changed while it was read.`, "Nothing was touched. Try again.");
  }
}

async function refuseReplacingIn({ site }: FileStorage): Promise<void> {
  if ((await site.readMark()) === undefined) return;
  throw new StartError(
    `${site.name} has the files of an Atoll already.`,
    "Name another one with ATOLL_S3_BUCKET or ATOLL_S3_PREFIX, or restore into this one with --replace: files that are not in the backup stay there.",
  );
}

/**
 * Takes the mark of the database whose files are there, if there is one: its servers may still run, and would delete
 * what they deleted since the backup. They delete nothing without their mark.
 */
async function takeOver({ site }: FileStorage): Promise<{ giveBack(): Promise<void> } | undefined> {
  const mark = await site.readMark();
  if (mark === undefined) return undefined;
  await site.writeMark(`restoring-${randomUUID()}`);
  return { giveBack: () => site.writeMark(mark) };
}

/**
 * Sends what the storage does not have yet, so that a restore that was cut short continues.
 * @returns the paths of what cannot be there.
 */
async function sendFiles({ files }: PlacedContent, remote: FileStorage): Promise<string[]> {
  const leftOut: string[] = [];
  for await (const file of files()) {
    const place = placeAt(file.path);
    if (place) await insist(() => sendFile(file, place, remote));
    else leftOut.push(file.path);
  }
  return leftOut;
}

async function sendFile(
  { path, sha256, open }: PlacedFile,
  place: FilePlace,
  remote: FileStorage,
): Promise<void> {
  const there = await measureStored(remote, place).catch(ignoreChanged);
  if (there?.sha256 === sha256) return;
  const staged = await remote.stage(await open(), { maxBytes: Number.POSITIVE_INFINITY });
  try {
    if (staged.sha256 !== sha256)
      throw new StartError(`files/${path} changed while it was read.`, "Nothing was touched. Try again.");
    await remote.delete(place);
    await staged.keepAs(place);
  } finally {
    await staged.discard();
  }
}

async function loadEmbedded(content: PlacedContent, aside: string, log: StartLog): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataFolder: aside, log });
  try {
    await loadDatabase(postgres.url, content, async () => {});
  } finally {
    await postgres.stop();
  }
}

/**
 * Fills an empty database in one transaction: either everything or nothing. Foreign keys are created
 * after the rows, so that PostgreSQL checks all of them.
 * @param beforeCommit the last that may fail.
 * @throws {StartError} when the database is not empty, or the rows are of a newer version of Atoll.
 */
async function loadDatabase(
  url: string,
  content: PlacedContent,
  beforeCommit: () => Promise<void>,
): Promise<void> {
  await connected(url, async (client) => {
    await client.query("BEGIN");
    await client.query(plainText);
    await refuseFull(client);
    await migrateTo(client, content.migrations);
    await content.check?.(client);
    const references = await takeReferences(client);
    const names = content.tables.map(({ name }) => nameOf(name));
    for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    // Migrations put rows in, and those of the content are the same or what became of them.
    await client.query(`TRUNCATE ${names.join(", ")}`);
    await content.load(client);
    for (const statement of references) await client.query(statement);
    for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    for (const { name, lastValue } of content.sequences)
      await client.query("SELECT setval($1::regclass, $2::bigint)", [nameOf(name), lastValue]);
    await content.finish?.(client);
    await forgetMark(client);
    await beforeCommit();
    await client.query("COMMIT");
    // Without figures about its tables PostgreSQL plans badly for a while.
    await client.query("ANALYZE").catch(() => undefined);
  });
}

async function connected(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "atoll restore" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the name of a table or sequence of Atoll for statements. */
export function nameOf(table: string): string {
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
