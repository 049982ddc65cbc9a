import { sql } from "kysely";
import type { Database } from "../../../tables.ts";

/** Archives channels that an import made, so that nobody writes in them while they are deleted. */
export async function closeImportedChannels(tx: Database, channelIds: readonly string[]): Promise<void> {
  await sql`UPDATE channels SET archived_at = now() WHERE archived_at IS NULL AND id IN (
    SELECT id FROM unnest(${[...channelIds]}::uuid[]) AS id ORDER BY id)`.execute(tx);
}

/**
 * Deletes messages that an import made, without a trace. Those with replies that it did not make stay.
 * @param channelIds the channels they are in, which are locked as by everybody who writes there.
 * @returns the IDs of those that stay.
 */
export async function deleteImportedMessages(
  tx: Database,
  importId: string,
  ids: readonly string[],
  channelIds: readonly string[],
): Promise<string[]> {
  await sql`SELECT FROM channels WHERE id = ANY(${[...channelIds]}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    tx,
  );
  const { rows } = await sql<{ id: string }>`SELECT DISTINCT m.parent_id AS id FROM messages m
    WHERE m.parent_id = ANY(${[...ids]}::uuid[])
      AND NOT EXISTS (SELECT FROM import_items o WHERE o.target_id = m.id AND o.import_id = ${importId})`.execute(
    tx,
  );
  const keptIds = rows.map(({ id }) => id);
  // Threads of other messages have fewer replies.
  await sql`WITH gone AS (
      SELECT parent_id, count(*) AS number FROM messages
      WHERE id = ANY(${[...ids]}::uuid[]) AND id <> ALL(${keptIds}::uuid[]) 
        AND (parent_id <> ALL(${[...ids]}::uuid[]) OR parent_id = ANY(${keptIds}::uuid[]))
        AND deleted_at IS NULL GROUP BY parent_id
    )
    UPDATE messages m SET reply_count = greatest(0, m.reply_count - gone.number)
    FROM gone WHERE m.id = gone.parent_id`.execute(tx);
  await sql`DELETE FROM messages WHERE id = ANY(${[...ids]}::uuid[]) AND id <> ALL(${keptIds}::uuid[])`.execute(
    tx,
  );
  return keptIds;
}

/** Deletes a channel that an import made, unless there are messages in it. Returns whether it was deleted. */
export async function deleteImportedChannel(tx: Database, channelId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM messages WHERE channel_id = ${channelId} LIMIT 1`.execute(tx);
  if (rows.length > 0) return false;
  await tx.deleteFrom("channel_members").where("channel_id", "=", channelId).execute();
  await tx.deleteFrom("channels").where("id", "=", channelId).execute();
  return true;
}
