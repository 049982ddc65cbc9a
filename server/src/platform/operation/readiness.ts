import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type QueryExecutorProvider, sql } from "kysely";
import { clockDifference, maxClockDifferenceSeconds } from "../database/clock.ts";
import { hasMark } from "../files/folder-mark.ts";
import type { StorageRoom } from "../storage-room.ts";

export interface ReadinessOptions {
  db: QueryExecutorProvider;
  /** The numbers of this version's. */
  migrations: readonly number[];
  /** This version of Atoll. */
  version: string;
  /** The folder of uploads. */
  filesFolder: string;
  /** The mark of the database that the folder must contain. Undefined accepts any folder. */
  filesMark: string | undefined;
  room: StorageRoom;
  isDraining: () => boolean;
  /** Whether this node hears what changes on others. */
  isHearing: () => boolean;
}

/** Why requests should go elsewhere; nothing: they may come. */
export type Readiness = () => Promise<string[]>;

/** A check that takes longer counts as failed. */
const patienceMs = 5_000;
/** Maximum age of a result, because anybody may ask as often as they like. */
const keptMs = 1_000;

/** Whether this process can serve: its database answers and is prepared, and what people upload can be written. */
export function createReadiness(options: ReadinessOptions): Readiness {
  let asked: { at: number; answer: Promise<string[]> } | undefined;
  return async () => {
    if (options.isDraining()) return ["stopping"];
    if (!asked || performance.now() - asked.at > keptMs)
      asked = { at: performance.now(), answer: findObstacles(options) };
    const obstacles = await asked.answer;
    // Without a database nothing is heard either. Not cached: other nodes take over at once.
    return obstacles.length > 0 || options.isHearing() ? obstacles : ["hears no changes of other nodes"];
  };
}

async function findObstacles(options: ReadinessOptions): Promise<string[]> {
  const { db, migrations, version, filesFolder, filesMark, room } = options;
  const found = await Promise.all([
    within(isPrepared(db, migrations)).then(
      (is) => (is ? [] : ["migrations"]),
      () => ["database"],
    ),
    within(isOlderThanDatabase(db, version)).then(
      (is) => (is ? ["older than the database"] : []),
      () => ["database"],
    ),
    within(clockDifference(db)).then(
      (seconds) => (Math.abs(seconds) <= maxClockDifferenceSeconds ? [] : ["clock"]),
      () => ["database"],
    ),
    within(tryToWrite(filesFolder)).then(
      () => [],
      () => ["storage"],
    ),
    within(filesMark === undefined ? Promise.resolve(true) : hasMark(filesFolder, filesMark)).then(
      (has) => (has ? [] : ["another folder of files"]),
      () => ["storage"],
    ),
    within(room.state()).then(
      ({ files, database }) => (files.isFull || database.isFull ? ["storage full"] : []),
      () => ["storage"],
    ),
  ]);
  return [...new Set(found.flat())];
}

async function isPrepared(db: QueryExecutorProvider, numbers: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ applied: number }>`
    SELECT count(*) AS applied FROM migrations WHERE number = ANY (${numbers})`.execute(db);
  return rows[0]?.applied === numbers.length;
}

/** A newer node has migrated the database to a state that this version cannot work with. */
async function isOlderThanDatabase(db: QueryExecutorProvider, version: string): Promise<boolean> {
  const { rows } = await sql<{ version: string }>`SELECT version FROM oldest_version`.execute(db);
  return rows[0] !== undefined && isOlder(version, rows[0].version);
}

function isOlder(version: string, than: string): boolean {
  const [own = [], other = []] = [version, than].map((text) => text.split(".").map(Number));
  const index = own.findIndex((part, at) => part !== other[at]);
  return index >= 0 && (own[index] ?? 0) < (other[index] ?? 0);
}

/** Writes a test file next to incoming uploads, where leftovers of a crash are cleaned up. */
async function tryToWrite(filesFolder: string): Promise<void> {
  const file = join(filesFolder, "incoming", `probe-${randomUUID()}`);
  try {
    await writeFile(file, "Atoll looks whether it can write.", { mode: 0o600 });
  } finally {
    await rm(file, { force: true });
  }
}

async function within<Result>(promise: Promise<Result>): Promise<Result> {
  const limit = new AbortController();
  const late = sleep(patienceMs, undefined, { signal: limit.signal, ref: false }).then(() => {
    throw new Error("it takes too long");
  });
  // Whichever loses fails unheard.
  late.catch(() => undefined);
  promise.catch(() => undefined);
  return Promise.race([promise, late]).finally(() => limit.abort());
}
