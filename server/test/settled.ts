import { sql } from "kysely";
import { vi } from "vitest";
import type { Database } from "../src/tables.ts";

/** Settles when the entries of all that was told until now are there. */
export async function everybodyNotified(db: Database): Promise<void> {
  await vi.waitFor(
    async () => {
      // A person at a keyboard gets some notifications a minute later.
      const waiting = await db
        .selectFrom("tellings")
        .select("kind")
        .where("due_at", "<=", sql<Date>`now()`)
        .execute();
      if (waiting.length > 0) throw new Error(`not told yet: ${waiting.map(({ kind }) => kind).join(", ")}`);
    },
    { interval: 10 },
  );
}

/** Empties the inbox of everybody, also of what earlier requests have yet to notify. */
export async function emptyInboxes(db: Database): Promise<void> {
  await everybodyNotified(db);
  await db.deleteFrom("notifications").execute();
}

/** Settles when no work of earlier requests is left: everybody is told, and no field of cards waits to be converted. */
export async function everythingSettled(db: Database): Promise<void> {
  await everybodyNotified(db);
  await vi.waitFor(
    async () => {
      const waiting = await db.selectFrom("card_conversions").select("field").execute();
      if (waiting.length > 0)
        throw new Error(`not converted yet: ${waiting.map(({ field }) => field).join(", ")}`);
    },
    { interval: 10 },
  );
}
