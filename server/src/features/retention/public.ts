import { sql } from "kysely";
import type { Database } from "../../tables.ts";

export { lockRetention } from "./lock-retention.ts";

/**
 * Returns whether a legal hold keeps something of a person: one that names them, or one that covers messages of theirs.
 * Held messages without their author prove nothing.
 */
export async function isPersonHeld(db: Database, personId: string): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`SELECT EXISTS (
    SELECT FROM legal_holds h WHERE (h.ended_at IS NULL OR h.ended_at > now() - interval '24 hours') AND (
      ${personId}::uuid = ANY (h.person_ids)
      OR EXISTS (SELECT FROM held_messages k WHERE k.author_id = ${personId}
        AND legal_hold_covers_copy(k.channel_id, k.author_id, k.created_at, k.people))
      OR EXISTS (SELECT FROM messages m WHERE m.author_id = ${personId} AND m.deleted_at IS NULL
        AND (h.from_at IS NULL OR m.created_at >= h.from_at) AND (h.until_at IS NULL OR m.created_at < h.until_at)
        AND (h.channel_ids = '{}' OR m.channel_id = ANY (h.channel_ids))
        AND (h.person_ids = '{}' OR m.channel_id IN (SELECT c.id FROM channels c
          WHERE c.type = 'DIRECT' AND strpos(c.name, ${personId}) > 0 AND legal_hold_is_direct(c.id, h.person_ids))))
    )) AS is_held`.execute(db);
  return rows[0]?.is_held ?? false;
}
