import { type QueryExecutorProvider, sql } from "kysely";
import { clockDifference, maxClockDifferenceSeconds } from "../database/clock.ts";
import type { StorageSite } from "../files/file-storage.ts";
import { hasMark } from "../files/storage-mark.ts";
import type { StorageRoom } from "../storage-room.ts";
import { patienceMs, withinPatience as within } from "../turns/within-patience.ts";

export interface ReadinessOptions {
  db: QueryExecutorProvider;
  /** The numbers of this version's. */
  migrations: readonly number[];
  /** This version of Atoll. */
  version: string;
  /** The storage of uploads. */
  files: { site: StorageSite };
  /** The mark of the database that the storage must contain. Undefined accepts any storage. */
  filesMark: string | undefined;
  room: StorageRoom;
  isDraining: () => boolean;
  /** Whether this node hears what changes on others. */
  isHearing: () => boolean;
}

interface Condition {
  /** Why requests should go elsewhere; nothing: they may come. */
  obstacles: string[];
  /** Parts that work on no node, while everything else does. */
  limits: string[];
}

export type Readiness = () => Promise<Condition>;

/** Maximum age of a result, because anybody may ask as often as they like. */
const keptMs = 1_000;
/** Stores on other machines count each question. */
const remoteKeptMs = 10_000;

/**
 * Whether this process can serve: its database answers and is prepared, and what people upload can be written. A store
 * on another machine that is away is a limit and no obstacle: no other node could take over, and messages go on.
 */
export function createReadiness(options: ReadinessOptions): Readiness {
  let asked: { at: number; answer: Promise<string[]> } | undefined;
  const remote = options.files.site.isRemote ? watchRemote(options) : () => noLimits;
  return async () => {
    const { limits, obstacles: ofStore } = remote();
    if (options.isDraining()) return { obstacles: ["stopping"], limits };
    if (!asked || performance.now() - asked.at > keptMs)
      asked = { at: performance.now(), answer: findObstacles(options) };
    const obstacles = [...(await asked.answer), ...ofStore];
    // Without a database nothing is heard either. Not cached: other nodes take over at once.
    if (obstacles.length === 0 && !options.isHearing()) obstacles.push("hears no changes of other nodes");
    return { obstacles, limits };
  };
}

const noLimits: Condition = { obstacles: [], limits: [] };
const otherStorage = "another folder of files";

/** Returns a function that answers at once with what the store last said, and asks it again in the background. */
function watchRemote({ files, filesMark }: ReadinessOptions): () => Condition {
  let known = noLimits;
  let askedAt = Number.NEGATIVE_INFINITY;
  let isAsking = false;
  return () => {
    // Soon after it has failed, so that health says what people notice.
    const isDoubted = known !== noLimits || files.site.lastFailedAt() > askedAt;
    const isDue = performance.now() - askedAt > (isDoubted ? keptMs : remoteKeptMs);
    // A store that is silent is not asked a second time before the first question has ended.
    if (isAsking || !isDue || filesMark === undefined) return known;
    askedAt = performance.now();
    isAsking = true;
    const question = judge(files.site, filesMark).finally(() => {
      isAsking = false;
    });
    within(question).then(
      (has) => {
        known = has ? noLimits : { obstacles: [otherStorage], limits: [] };
      },
      () => {
        known = { obstacles: [], limits: ["files"] };
      },
    );
    return known;
  };
}

/** Returns whether the store is the right one. A full one answers, too, and is tried as long as it takes nothing. */
async function judge(site: StorageSite, mark: string): Promise<boolean> {
  const isRight = await hasMark(site, mark, AbortSignal.timeout(patienceMs));
  if (isRight && site.isRefusing()) await site.tryToStore();
  return isRight;
}

async function findObstacles(options: ReadinessOptions): Promise<string[]> {
  const { db, migrations, version, files, filesMark, room } = options;
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
    within(files.site.tryToWrite()).then(
      () => [],
      () => ["storage"],
    ),
    within(
      filesMark === undefined || files.site.isRemote ? Promise.resolve(true) : hasMark(files.site, filesMark),
    ).then(
      (has) => (has ? [] : [otherStorage]),
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
