import { sql } from "kysely";
import type { Log } from "../../platform/log.ts";
import type { Database } from "../../tables.ts";

/** How often a person's last activity is written. */
const writeEveryMs = 60_000;
/** Beyond this many the longest known are forgotten, which costs a write. */
const maxKnown = 20_000;

/** Writes when a person was last active, at most once a minute; no request waits for it. */
export function createActivityNotes(db: Database, log: Log): (userId: string) => void {
  const writtenAt = new Map<string, number>();
  return (userId) => {
    const now = performance.now();
    if (now - (writtenAt.get(userId) ?? Number.NEGATIVE_INFINITY) < writeEveryMs) return;
    writtenAt.delete(userId);
    const oldest = writtenAt.keys().next();
    if (writtenAt.size >= maxKnown && !oldest.done) writtenAt.delete(oldest.value);
    writtenAt.set(userId, now);
    sql`UPDATE accounts SET last_active_at = now() WHERE id = ${userId}`
      .execute(db)
      .catch((error: unknown) => log.warn({ err: error }, "last activity was not written"));
  };
}
