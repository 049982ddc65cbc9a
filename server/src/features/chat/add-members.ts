import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";

/**
 * Makes people members of a channel, all of them or none; who is one already stays one. They have read what was there
 * before them.
 * @throws {AppError} `person_not_found` when one of them has no account that may be here.
 */
export async function addMembers(
  db: Database,
  channelId: string,
  personIds: readonly string[],
): Promise<void> {
  const wanted = [...new Set(personIds)];
  if (wanted.length === 0) return;
  // Held until the commit, so that nobody whose account is deleted meanwhile is left behind as a member.
  const { rows } = await sql<{ count: number }>`
    WITH person AS (
      SELECT id FROM accounts WHERE id = ANY(${wanted}::uuid[]) AND disabled_at IS NULL ORDER BY id FOR KEY SHARE
    ), joined AS (
      INSERT INTO channel_members (channel_id, user_id, last_read_seq, last_read)
      SELECT c.id, person.id, c.head, now() FROM channels c, person
      WHERE c.id = ${channelId} AND (SELECT count(*) FROM person) = ${wanted.length}
      ON CONFLICT DO NOTHING
    )
    SELECT count(*) AS count FROM person`.execute(db);
  if (rows[0]?.count !== wanted.length) throw new AppError("person_not_found");
}
