import { sql } from "kysely";
import type { Database } from "../../tables.ts";

/**
 * Removes everything but the password that a person signs in with: authenticator app, recovery codes and passkeys, and
 * their choice that only a passkey lets them in.
 * @returns false if there was nothing.
 */
export async function removeFactors(tx: Database, userId: string): Promise<boolean> {
  const apps = await tx.deleteFrom("second_factors").where("user_id", "=", userId).executeTakeFirst();
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  const hadPasskeys = await removePasskeys(tx, userId);
  return apps.numDeletedRows > 0n || hadPasskeys;
}

/** Removes a person's passkeys, and their choice that only a passkey lets them in. Returns false if there was nothing. */
export async function removePasskeys(tx: Database, userId: string): Promise<boolean> {
  const keys = await tx.deleteFrom("passkeys").where("user_id", "=", userId).executeTakeFirst();
  const { rows } = await sql`UPDATE accounts SET requires_passkey = false
    WHERE id = ${userId} AND requires_passkey RETURNING 1`.execute(tx);
  return keys.numDeletedRows > 0n || rows.length > 0;
}
