import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type QueryExecutorProvider, sql } from "kysely";
import type { StorageRoom } from "../storage-room.ts";

export interface ReadinessOptions {
  db: QueryExecutorProvider;
  /** The numbers of this version's. */
  migrations: readonly number[];
  /** Where uploads lie. */
  filesFolder: string;
  room: StorageRoom;
  isDraining: () => boolean;
}

/** Why requests should go elsewhere; nothing: they may come. */
export type Readiness = () => Promise<string[]>;

/** What does not answer for so long is taken for broken. */
const patienceMs = 5_000;
/** Anybody may ask, as often as they like: the answer is that old at most. */
const keptMs = 1_000;

/** Whether this process can serve: its database answers and is prepared, and what people upload can be written. */
export function createReadiness(options: ReadinessOptions): Readiness {
  let asked: { at: number; answer: Promise<string[]> } | undefined;
  return async () => {
    if (options.isDraining()) return ["stopping"];
    if (!asked || performance.now() - asked.at > keptMs)
      asked = { at: performance.now(), answer: findObstacles(options) };
    return asked.answer;
  };
}

async function findObstacles({ db, migrations, filesFolder, room }: ReadinessOptions): Promise<string[]> {
  const found = await Promise.all([
    within(isPrepared(db, migrations)).then(
      (is) => (is ? [] : ["migrations"]),
      () => ["database"],
    ),
    within(tryToWrite(filesFolder)).then(
      () => [],
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

/** Beside what is arriving, where a file that is left behind by a kill is swept away. */
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
