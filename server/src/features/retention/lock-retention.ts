import { sql } from "kysely";
import type { Database } from "../../tables.ts";

/**
 * Waits for the part of a run that is deleting, until the transaction ends. What is answered after a change of a rule or a
 * hold is then true: nothing is deleted against it.
 */
export async function lockRetention(tx: Database): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('atoll retention'))`.execute(tx);
}

/** Takes the same lock for a part of a run, unless a change or another node has it. */
export async function tryLockRetention(tx: Database): Promise<boolean> {
  const { rows } = await sql<{ isMine: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtext('atoll retention')) AS "isMine"`.execute(tx);
  return rows[0]?.isMine ?? false;
}
