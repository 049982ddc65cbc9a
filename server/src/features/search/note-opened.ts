import type { SearchKind } from "@atoll/contract/search/limits";
import { sql } from "kysely";
import type { Database } from "../../tables.ts";

/** Results opened longer ago than this many others no longer count. */
const maxOpened = 500;

/**
 * Records that a person opened a search result, so that it ranks higher for them. Its existence is not checked: only
 * their own searches read the record, and these find only what they may read.
 */
export async function noteOpened(
  db: Database,
  userId: string,
  { kind, id }: { kind: SearchKind; id: string },
): Promise<void> {
  await sql`
    INSERT INTO search_opened (user_id, kind, thing_id) VALUES (${userId}, ${kind}, ${id})
    ON CONFLICT (user_id, thing_id, kind) DO UPDATE SET opened_at = clock_timestamp()`.execute(db);
  await sql`
    DELETE FROM search_opened WHERE user_id = ${userId} AND opened_at < (
      SELECT opened_at FROM search_opened WHERE user_id = ${userId}
      ORDER BY opened_at DESC OFFSET ${maxOpened} LIMIT 1)`.execute(db);
}
