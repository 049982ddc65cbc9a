import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import { usedBytesOf } from "./queries.ts";

/**
 * Checks that a person's file fits into their quota. In a transaction, concurrent uploads for the same person wait for
 * its end, so that two cannot both take the remaining space.
 * @throws {AppError} `storage_quota`, with the used and total size.
 */
export async function assertWithinQuota(
  tx: Database,
  ownerId: string,
  sizeBytes: number,
  maxBytes: number,
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`files of ${ownerId}`}))`.execute(tx);
  const usedBytes = await usedBytesOf(tx, ownerId);
  if (usedBytes + sizeBytes <= maxBytes) return;
  throw new AppError("storage_quota", {
    figures: { used: describeBytes(usedBytes), limit: describeBytes(maxBytes) },
  });
}

/** "418 KB", "2.4 MB", in steps of 1024, as the browser writes it. */
function describeBytes(bytes: number): string {
  const units = ["bytes", "KB", "MB", "GB"];
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const size = bytes / 1024 ** step;
  return `${size < 10 && step > 1 ? Math.round(size * 10) / 10 : Math.round(size)} ${units[step]}`;
}
