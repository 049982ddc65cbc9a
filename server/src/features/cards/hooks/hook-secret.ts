import { openText, sealText } from "../../../platform/sealed-text.ts";
import type { Database } from "../../../tables.ts";
import { findSealingKey, newestSealingKey } from "../../identity/access.ts";

const purpose = "card hook";

/** The secret as it is stored, encrypted for this hook with the newest key. */
export async function sealSecret(tx: Database, hookId: string, secret: string) {
  const { id, secret: key } = await newestSealingKey(tx);
  return { sealed: sealText(key, purpose, hookId, secret), key_id: id };
}

export async function openSecret(
  db: Database,
  { id, key_id, sealed }: { id: string; key_id: string; sealed: Buffer },
): Promise<string> {
  const { secret } = await findSealingKey(db, key_id);
  return openText(secret, purpose, id, sealed);
}

/** Encrypts again what an older key encrypted, so that a replaced key soon opens nothing. */
export async function resealSecrets(tx: Database): Promise<void> {
  const { id: newest } = await newestSealingKey(tx);
  const rows = await tx
    .selectFrom("card_hooks")
    .select(["id", "sealed", "key_id"])
    .where("key_id", "<>", newest)
    .orderBy("id")
    .forUpdate()
    .execute();
  for (const row of rows) {
    const sealed = await sealSecret(tx, row.id, await openSecret(tx, row));
    await tx.updateTable("card_hooks").set(sealed).where("id", "=", row.id).execute();
  }
}
