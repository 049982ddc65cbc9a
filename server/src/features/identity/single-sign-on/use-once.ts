import { createHash } from "node:crypto";
import type { Database } from "../../../tables.ts";

/** Deletes what sign-ins have left behind and nothing looks at any more. */
export async function deleteLeftovers(db: Database): Promise<void> {
  for (const table of ["single_sign_on_uses", "single_sign_on_codes", "single_sign_on_logouts"] as const)
    await db.deleteFrom(table).where("expires_at", "<", new Date()).execute();
}

/**
 * Uses up a message of a provider, on all nodes. It is remembered until it has expired.
 * @param parts the kind of message, its issuer and its identifier.
 * @returns false if it was used before.
 */
export async function useOnce(db: Database, parts: readonly string[], expiresAt: Date): Promise<boolean> {
  const use_hash = createHash("sha256").update(JSON.stringify(parts)).digest();
  const used = await db
    .insertInto("single_sign_on_uses")
    .values({ use_hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning("use_hash")
    .executeTakeFirst();
  return used !== undefined;
}
