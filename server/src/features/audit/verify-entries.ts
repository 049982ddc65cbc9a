import { sql } from "kysely";
import type { Database } from "../../tables.ts";

/** One statement each: short enough for the limit on statements, and others are answered in between. */
const batchSize = 5_000;

interface Batch {
  count: number;
  lastNumber: number;
  lastHash: Buffer;
  firstBroken: number | null;
}

/**
 * Verifies the whole chain: every hash matches its entry's content, every entry contains the hash of the previous one,
 * and no number is missing. It cannot detect that the newest entries were cut off; a hash noted elsewhere, such as in
 * an export, can.
 * @returns the number of entries, and the number of the first that does not match or is missing; null if all match.
 */
export async function verifyEntries(db: Database): Promise<{ count: number; firstBroken: number | null }> {
  let count = 0;
  // An entry with a number below 1 is invalid too, so the walk starts before that.
  let last: Link = { above: Number.MIN_SAFE_INTEGER, number: 0, hash: Buffer.alloc(32) };
  for (;;) {
    const batch = await verifyBatch(db, last);
    if (!batch) return { count, firstBroken: null };
    count += batch.count;
    if (batch.firstBroken !== null) return { count, firstBroken: batch.firstBroken };
    last = { above: batch.lastNumber, number: batch.lastNumber, hash: batch.lastHash };
  }
}

/** The entry that the next one continues from. */
interface Link {
  /** The walk continues after this number. */
  above: number;
  number: number;
  hash: Buffer;
}

/** Undefined: there are no entries after the last one. */
async function verifyBatch(db: Database, last: Link): Promise<Batch | undefined> {
  const { rows } = await sql<Batch>`
    WITH batch AS (
      SELECT number, hash, previous_hash, audit_hash(entry) AS right_hash,
        lag(number, 1, ${last.number}::bigint) OVER (ORDER BY number) + 1 AS right_number,
        lag(hash, 1, ${last.hash}::bytea) OVER (ORDER BY number) AS hash_before
      FROM audit_log entry WHERE number > ${last.above} ORDER BY number LIMIT ${batchSize}
    )
    SELECT count(*) AS "count", max(number) AS "lastNumber",
      (SELECT hash FROM batch ORDER BY number DESC LIMIT 1) AS "lastHash",
      -- For a gap, the missing number; otherwise the number of the entry.
      min(least(number, right_number)) FILTER (
        WHERE number <> right_number OR previous_hash <> hash_before OR hash <> right_hash
      ) AS "firstBroken"
    FROM batch HAVING count(*) > 0`.execute(db);
  return rows[0];
}
