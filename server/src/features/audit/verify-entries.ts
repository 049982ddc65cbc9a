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
 * Walks the whole chain: every entry's hash is that of its content, it holds the hash of the entry before, and no
 * number is missing. That the newest entries were cut off cannot be seen from what is left; a hash that was noted
 * elsewhere, in an export for example, tells that.
 * @returns how many entries were looked at, and the number of the first that does not fit or is missing; null: all
 *   fit.
 */
export async function verifyEntries(db: Database): Promise<{ count: number; firstBroken: number | null }> {
  let count = 0;
  // An entry below the first number fits nowhere either, so it is looked at too.
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
  /** The walk goes on after this number. */
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
