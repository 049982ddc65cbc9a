import type { DBSchema, IDBPDatabase } from "idb";
import { openOwnDatabase } from "../own-database.ts";

/** One kept answer. */
export interface SeenRecord {
  /** JSON, so that its size is known and a half-written value cannot be. */
  text: string;
  /** The wire's shape that it was written with: one of another is not shown. */
  shape: string;
}

/** Apart from the answers, since it changes every minute. */
export interface SeenTime {
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

export type SeenDatabase = IDBPDatabase<Schema>;

/** @throws see `openOwnDatabase` */
export function openSeenDatabase(userId: string): Promise<SeenDatabase> {
  return openOwnDatabase<Schema>("atoll.seen.", userId, (created) => {
    created.createObjectStore("answers");
    created.createObjectStore("times");
  });
}
