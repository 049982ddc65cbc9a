import { sql } from "kysely";
import type { Database } from "../../tables.ts";

/**
 * Removes everything but the password that a person signs in with: authenticator app, recovery codes and passkeys, and
 * their choice that only a passkey lets them in.
 * @returns false if there was nothing.
 */
export async function removeFactors(tx: Database, userId: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    WITH apps AS (DELETE FROM second_factors WHERE user_id = ${userId} RETURNING 1),
      codes AS (DELETE FROM recovery_codes WHERE user_id = ${userId} RETURNING 1),
      keys AS (DELETE FROM passkeys WHERE user_id = ${userId} RETURNING 1),
      choice AS (UPDATE accounts SET requires_passkey = false WHERE id = ${userId} AND requires_passkey RETURNING 1)
    SELECT (SELECT count(*) FROM apps) + (SELECT count(*) FROM keys) + (SELECT count(*) FROM choice) AS count`.execute(
    tx,
  );
  return Number(rows[0]?.count ?? 0) > 0;
}
