import { sql } from "kysely";
import { openText, sealText } from "../../platform/seals/sealed-text.ts";
import type { Database } from "../../tables.ts";
import { findSealingKey, newestSealingKey } from "./sessions/signing-keys.ts";

interface SealedText {
  sealed: Buffer;
  key_id: string;
}

/**
 * Returns functions for a column of encrypted texts. Its table has an `id`, and in `key_id` the key that encrypted the
 * text; both columns are null without a text. A text cannot be decrypted for another row or purpose.
 * @param column its name.
 */
export function sealedColumn(table: string, purpose: string, column = "sealed") {
  /** Encrypts a text of a row with the newest key. */
  async function seal(tx: Database, rowId: string, text: string): Promise<SealedText> {
    const { id, secret } = await newestSealingKey(tx);
    return { sealed: sealText(secret, purpose, rowId, text), key_id: id };
  }

  async function open(db: Database, { id, sealed, key_id }: SealedText & { id: string }): Promise<string> {
    const { secret } = await findSealingKey(db, key_id);
    return openText(secret, purpose, id, sealed);
  }

  /** Encrypts again what an older key encrypted, so that a replaced key soon opens nothing. */
  async function reseal(tx: Database): Promise<void> {
    const { id: newest } = await newestSealingKey(tx);
    const { rows } = await sql<SealedText & { id: string }>`
      SELECT id, ${sql.ref(column)} AS sealed, key_id FROM ${sql.table(table)} WHERE key_id <> ${newest}
      ORDER BY id FOR UPDATE`.execute(tx);
    for (const row of rows) {
      const { sealed, key_id } = await seal(tx, row.id, await open(tx, row));
      await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${sealed}, key_id = ${key_id}
        WHERE id = ${row.id}`.execute(tx);
    }
  }
  return { seal, open, reseal };
}
