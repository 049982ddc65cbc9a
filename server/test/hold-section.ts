import { sql } from "kysely";
import { vi } from "vitest";
import { lockSection } from "../src/features/cards/ranks.ts";
import type { Database } from "../src/tables.ts";

/** Takes the turn to write cards of a section, as an import would, until the returned function is called. */
export async function holdSection(db: Database, typeId: string): Promise<() => Promise<void>> {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = db.transaction().execute(async (tx) => {
    await lockSection(tx, typeId);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  return async () => {
    released.resolve();
    await holding;
  };
}

/** Settles when this many transactions wait for such a turn. */
export const areWaiting = (db: Database, count: number) =>
  vi.waitUntil(
    async () => {
      const { rows } = await sql`SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`.execute(db);
      return rows.length === count;
    },
    { interval: 20 },
  );
