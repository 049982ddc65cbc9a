import { sql } from "kysely";
import type { Database } from "../../tables.ts";
import type { DocumentRow } from "./queries.ts";

/**
 * Stores who typed in which pages, so that people get back what others delete without having seen it, wherever they
 * typed it. The first to send something of a page is its owner.
 */
export async function storeClients(
  tx: Database,
  epoch: string,
  typed: readonly { userId: string; client: number }[],
): Promise<void> {
  await sql`INSERT INTO document_clients (epoch, client_id, user_id)
    SELECT ${epoch}, client, user_id
    FROM unnest(${typed.map(({ client }) => client)}::bigint[], ${typed.map(({ userId }) => userId)}::uuid[]) AS t (client, user_id)
    ON CONFLICT DO NOTHING`.execute(tx);
}

/**
 * Stores a checked update as the next one of a locked document.
 * @param schemaVersion the newest one of the pages that it comes from.
 */
export async function storeUpdate(
  tx: Database,
  row: DocumentRow,
  update: Uint8Array,
  schemaVersion: number,
): Promise<{ sequence: number; savedAt: Date }> {
  const sequence = row.sequence + 1;
  await tx
    .insertInto("document_updates")
    .values({ epoch: row.epoch, sequence, content: Buffer.from(update) })
    .execute();
  const { changed_at: savedAt } = await tx
    .updateTable("documents")
    .set({
      sequence,
      schema_version: Math.max(row.schema_version, schemaVersion),
      size_bytes: sql`size_bytes + ${update.length}`,
      changed_at: sql`clock_timestamp()`,
    })
    .where("epoch", "=", row.epoch)
    .returning("changed_at")
    .executeTakeFirstOrThrow();
  return { sequence, savedAt };
}
