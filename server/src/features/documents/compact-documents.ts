import { sql } from "kysely";
import { transact } from "../../platform/database/transact.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import type { Database, Tables } from "../../tables.ts";
import { findWhole, lockDocument } from "./queries.ts";
import { perform } from "./thread/threads.ts";
import { deleteExpiredTexts } from "./unplaced-texts.ts";

/** A draft with more updates than this is merged into its snapshot. */
const mostUpdates = 200;
/** Younger updates stay apart: pages that were cut off for a while get just what they missed. */
const keptMinutes = 60;
/** However young: a page that missed so many, or so much, gets the whole document. */
const mostKept = 5_000;
/** Moves on a canvas are many and small: merged, they take a fifth. */
const mostUnmergedBytes = 256 * 1024;

/** Merges what has grown long, every five minutes, and deletes unplaced text that has expired. */
export function compactDocumentsJob({ db }: { db: Database }): Job<Tables> {
  return {
    name: "documents.compact",
    cron: "*/5 * * * *",
    async run({ signal }) {
      await compactDocuments(db, signal);
      await deleteExpiredTexts(db);
    },
  };
}

/** Merges updates into snapshots, one draft at a time. */
export async function compactDocuments(db: Database, signal?: AbortSignal): Promise<void> {
  const { rows } = await sql<{ epoch: string }>`
    SELECT epoch FROM documents
    WHERE sequence - snapshot_sequence > ${mostKept}
      OR size_bytes - octet_length(snapshot) > ${mostUnmergedBytes}
      OR sequence - snapshot_sequence > ${mostUpdates}
        AND changed_at < now() - ${sql.lit(`${keptMinutes} minutes`)}::interval`.execute(db);
  for (const { epoch } of rows) {
    signal?.throwIfAborted();
    await compactDocument(db, epoch);
  }
}

/**
 * Merges all updates of one draft into its snapshot. What was deleted in the text is forgotten. Merging a large draft
 * takes a while, so the draft is locked only to store the result: writers do not wait for it.
 */
export async function compactDocument(db: Database, epoch: string): Promise<void> {
  const { updates, sequence } = await findWhole(db, epoch);
  if (updates.length < 2) return;
  const snapshot = await perform("compact", { updates });
  await transact(db, async (tx) => {
    const row = await lockDocument(tx, epoch);
    // Another node may have merged more since.
    if (!row || row.snapshot_sequence >= sequence) return;
    await tx
      .deleteFrom("document_updates")
      .where("epoch", "=", epoch)
      .where("sequence", "<=", sequence)
      .execute();
    await tx
      .updateTable("documents")
      .set({
        snapshot: Buffer.from(snapshot),
        snapshot_sequence: sequence,
        // Updates that were stored during the merge still count.
        size_bytes: sql<number>`${snapshot.length}::bigint + (
          SELECT coalesce(sum(length(content)), 0) FROM document_updates WHERE epoch = ${epoch})`,
      })
      .where("epoch", "=", epoch)
      .execute();
  });
}
