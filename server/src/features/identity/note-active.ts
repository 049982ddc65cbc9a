import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { BoundedMap } from "../../platform/keep-in-memory.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Database } from "../../tables.ts";

/** How often a person's last activity is written. */
const writeEveryMs = 60_000;
/** Activity within this time is written together. */
const gatherMs = 1_000;
/** Beyond this many the longest known are forgotten, which costs a write. */
const maxKnown = 20_000;

/** Writes when a person was last active, at most once a minute; no request waits for it. */
export function createActivityNotes(db: Database, log: Log): (userId: string) => void {
  const writtenAt = new BoundedMap<string, number>(maxKnown);
  let due: string[] = [];
  let isWriting = false;

  /** After a restart everybody is active at the same moment: hundreds are written in one statement. */
  async function write(): Promise<void> {
    isWriting = true;
    while (due.length > 0) {
      const ids = due;
      due = [];
      // An account locked by another change is updated a minute later, because waiting for a lock could cause a
      // deadlock.
      await sql`
        UPDATE accounts SET last_active_at = now() WHERE id IN (
          SELECT id FROM accounts WHERE id = ANY(${ids}::uuid[]) FOR NO KEY UPDATE SKIP LOCKED
        )`
        .execute(db)
        .catch((error: unknown) => log.warn({ err: error }, "last activity was not written"));
      await sleep(gatherMs, undefined, { ref: false });
    }
    isWriting = false;
  }

  return (userId) => {
    const now = performance.now();
    if (now - (writtenAt.get(userId) ?? Number.NEGATIVE_INFINITY) < writeEveryMs) return;
    writtenAt.set(userId, now);
    due.push(userId);
    if (!isWriting) void write();
  };
}
