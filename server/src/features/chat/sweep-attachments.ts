import { sql } from "kysely";
import type { FileStorage } from "../../platform/files/file-storage.ts";
import type { Log } from "../../platform/log.ts";
import type { Database } from "../../tables.ts";
import { deleteFiles } from "./delete-attachment.ts";

const everyMs = 3600_000;
/** Whoever writes a message for longer uploads its files again. */
const unsentHours = 24;
const batchSize = 50;

interface SweepDependencies {
  db: Database;
  files: FileStorage;
  log: Log;
}

/** Sweeps once an hour, on whichever node comes first. */
export function sweepHourly(deps: SweepDependencies): { close(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = sweepAttachments(deps).catch((error: unknown) =>
      deps.log.error({ err: error }, "files that belong to nothing could not be swept up"),
    );
  }, everyMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}

/**
 * Deletes the files that were uploaded and not sent within a day, those of deleted messages, and what killed
 * processes left half-uploaded.
 * @returns how many were deleted.
 */
export async function sweepAttachments({ db, files }: SweepDependencies): Promise<number> {
  const before = new Date(Date.now() - unsentHours * 3600_000);
  await files.discardLeftOvers(before);
  for (let deleted = 0; ; ) {
    const batch = await sweepBatch(db, files, before);
    deleted += batch;
    if (batch < batchSize) return deleted;
  }
}

async function sweepBatch(db: Database, files: FileStorage, before: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // One node at a time; another one that comes along leaves it to this one.
    const { rows } = await sql<{ mine: boolean }>`
      SELECT pg_try_advisory_xact_lock(hashtext('atoll attachments')) AS mine`.execute(tx);
    if (!rows[0]?.mine) return 0;
    const stale = await tx
      .selectFrom("attachments")
      .select(["id", "bucket", "key", "has_thumbnail"])
      .where("message_id", "is", null)
      .where("created_at", "<", before)
      .orderBy("created_at")
      .limit(batchSize)
      // One that is being sent at this moment is not stale.
      .forUpdate()
      .skipLocked()
      .execute();
    for (const row of stale) await deleteFiles(files, row);
    const ids = stale.map(({ id }) => id);
    if (ids.length > 0) await tx.deleteFrom("attachments").where("id", "in", ids).execute();
    return ids.length;
  });
}
