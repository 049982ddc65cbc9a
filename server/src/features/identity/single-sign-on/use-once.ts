import { createHash } from "node:crypto";
import type { Database } from "../../../tables.ts";

/**
 * Uses up a message of a provider, on all nodes. It is remembered until it has expired.
 * @param parts the kind of message, its issuer and its identifier.
 * @returns false if it was used before.
 */
export async function useOnce(db: Database, parts: readonly string[], expiresAt: Date): Promise<boolean> {
  await db.deleteFrom("single_sign_on_uses").where("expires_at", "<", new Date()).execute();
  const use_hash = createHash("sha256").update(JSON.stringify(parts)).digest();
  const used = await db
    .insertInto("single_sign_on_uses")
    .values({ use_hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning("use_hash")
    .executeTakeFirst();
  return used !== undefined;
}
