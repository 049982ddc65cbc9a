import type { DBSchema, IDBPDatabase } from "idb";
import { parseJson } from "../../../lib/shape.ts";
import { openOwnDatabase, quietly } from "../own-database.ts";

export interface SeenStore {
  /** When it was last known to be the server's, and what it was; undefined for what is not there, or of another shape. */
  read(hash: string, shape: string): Promise<{ data: unknown; asOf: number } | undefined>;
  /** Keeps an answer, and of its kind no more than the newest so many. */
  write(hash: string, answer: { text: string; shape: string } & SeenTime, newest: number): Promise<void>;
  /** The same answer is still the server's. */
  touch(hashes: readonly string[], asOf: number): Promise<void>;
  remove(hash: string): Promise<void>;
  /** The subjects that answers of this kind belong to. */
  subjects(kind: string): Promise<string[]>;
  /** Throws away what of these kinds belongs to anything else. */
  retain(kinds: readonly string[], subjects: ReadonlySet<string>): Promise<void>;
  clear(): Promise<void>;
  close(): void;
}

/** Kept answers end after so long without contact. */
const keptMs = 14 * 24 * 60 * 60 * 1000;
/** In characters. A page of long messages is a fifth of it. */
const maxLength = 500_000;

/**
 * Opens the browser's database with the data a person has seen. Once it is open nothing throws: data that cannot be
 * stored is skipped.
 * @throws see `openSeenDatabase`
 */
export async function openSeenStore(userId: string): Promise<SeenStore> {
  const database = await openSeenDatabase(userId);
  await quietly(() => dropExpired(database));
  return {
    async read(hash, shape) {
      const [answer, time] =
        (await quietly(() => Promise.all([database.get("answers", hash), database.get("times", hash)]))) ??
        [];
      if (!answer || !time || answer.shape !== shape) return undefined;
      const data = parseJson(answer.text);
      return data === undefined ? undefined : { data, asOf: time.asOf };
    },
    async write(hash, { text, shape, ...time }, newest) {
      if (text.length > maxLength) return;
      const put = () => putAnswer(database, hash, { text, shape }, time, newest);
      try {
        await put();
      } catch (error) {
        if (!isFull(error)) return;
        // Delete the oldest half to make space. If that is not enough, the new data is not stored.
        await quietly(() => dropHalf(database));
        await quietly(put);
      }
    },
    async touch(hashes, asOf) {
      await quietly(async () => {
        const { store, done } = database.transaction("times", "readwrite");
        for (const hash of hashes) {
          const time = await store.get(hash);
          if (time) await store.put({ ...time, asOf }, hash);
        }
        await done;
      });
    },
    async remove(hash) {
      await quietly(() => removeAll(database, [hash]));
    },
    async subjects(kind) {
      const times = (await quietly(() => database.getAll("times"))) ?? [];
      return [...new Set(times.flatMap((time) => (time.kind === kind ? (time.subject ?? []) : [])))];
    },
    async retain(kinds, subjects) {
      await quietly(async () => {
        const lost = (await timesByAge(database)).filter(
          ({ kind, subject }) => kinds.includes(kind) && subject !== null && !subjects.has(subject),
        );
        await removeAll(
          database,
          lost.map(({ hash }) => hash),
        );
      });
    },
    async clear() {
      await quietly(async () => Promise.all([database.clear("answers"), database.clear("times")]));
    },
    close: () => database.close(),
  };
}

export function isExpired(lastContact: number): boolean {
  return Date.now() - lastContact > keptMs;
}

async function dropExpired(database: SeenDatabase): Promise<void> {
  const times = await database.getAll("times");
  // A clock that was ahead when it was written must not keep it for longer.
  const lastContact = Math.max(0, ...times.map(({ asOf }) => Math.min(asOf, Date.now())));
  if (times.length === 0 || !isExpired(lastContact)) return;
  await database.clear("answers");
  await database.clear("times");
}

async function putAnswer(
  database: SeenDatabase,
  hash: string,
  answer: { text: string; shape: string },
  time: SeenTime,
  newest: number,
): Promise<void> {
  const transaction = database.transaction(["answers", "times"], "readwrite");
  await Promise.all([
    transaction.objectStore("answers").put(answer, hash),
    transaction.objectStore("times").put(time, hash),
    transaction.done,
  ]);
  const known = (await timesByAge(database)).filter(({ kind }) => kind === time.kind);
  await removeAll(
    database,
    known.slice(newest).map(({ hash: old }) => old),
  );
}

/** The newest first. */
async function timesByAge(database: SeenDatabase): Promise<(SeenTime & { hash: string })[]> {
  const { store } = database.transaction("times");
  const [hashes, times] = await Promise.all([store.getAllKeys(), store.getAll()]);
  return times.map((time, at) => ({ ...time, hash: hashes[at] ?? "" })).sort((a, b) => b.asOf - a.asOf);
}

async function dropHalf(database: SeenDatabase): Promise<void> {
  const known = await timesByAge(database);
  await removeAll(
    database,
    known.slice(Math.floor(known.length / 2)).map(({ hash }) => hash),
  );
}

async function removeAll(database: SeenDatabase, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  const transaction = database.transaction(["answers", "times"], "readwrite");
  for (const hash of hashes) {
    await transaction.objectStore("answers").delete(hash);
    await transaction.objectStore("times").delete(hash);
  }
  await transaction.done;
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}

/** One kept answer. */
interface SeenRecord {
  /** JSON, so that its size is known and a half-written value cannot be. */
  text: string;
  /** The wire's shape that it was written with: one of another is not shown. */
  shape: string;
}

/** Apart from the answers, since it changes every minute. */
interface SeenTime {
  kind: string;
  /** When it was known to be the server's, by this machine's clock in milliseconds. */
  asOf: number;
  /** The subject it belongs to. Null if there is none. */
  subject: string | null;
}

interface Schema extends DBSchema {
  answers: { key: string; value: SeenRecord };
  times: { key: string; value: SeenTime };
}

type SeenDatabase = IDBPDatabase<Schema>;

/** @throws see `openOwnDatabase` */
function openSeenDatabase(userId: string): Promise<SeenDatabase> {
  return openOwnDatabase<Schema>("atoll.seen.", userId, (created) => {
    created.createObjectStore("answers");
    created.createObjectStore("times");
  });
}
