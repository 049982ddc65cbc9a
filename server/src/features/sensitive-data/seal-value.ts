import { openText, sealText } from "../../platform/sealed-text.ts";
import type { Database } from "../../tables.ts";
import { findSealingKey, newestSealingKey } from "../identity/access.ts";

const purpose = "sensitive card";

/** The value as it is stored, encrypted for this card with the newest key. */
export async function sealValue(tx: Database, cardId: string, value: string) {
  const { id, secret } = await newestSealingKey(tx);
  return { sealed: sealText(secret, purpose, cardId, value), key_id: id };
}

/** The value of a card. */
export async function openValue(
  tx: Database,
  { id, key_id, sealed }: { id: string; key_id: string; sealed: Buffer },
): Promise<string> {
  const { secret } = await findSealingKey(tx, key_id);
  return openText(secret, purpose, id, sealed);
}

/** Encrypts again what an older key encrypted, so that a replaced key soon opens nothing. */
export async function resealValues(tx: Database): Promise<void> {
  const { id: newest } = await newestSealingKey(tx);
  const rows = await tx
    .selectFrom("sensitive_cards")
    .select(["id", "sealed", "key_id"])
    .where("key_id", "<>", newest)
    .orderBy("id")
    .forUpdate()
    .execute();
  for (const row of rows) {
    const sealed = await sealValue(tx, row.id, await openValue(tx, row));
    await tx.updateTable("sensitive_cards").set(sealed).where("id", "=", row.id).execute();
  }
}
