import { sql } from "kysely";
import { transact } from "../../platform/database/transact.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import type { Database, Tables } from "../../tables.ts";
import { findWhole, lockDocument } from "./queries.ts";
import { perform } from "./thread/threads.ts";

/** A draft with more updates than this is merged into its snapshot. */
const mostUpdates = 200;
/** Younger updates stay apart: pages that were cut off for a while get just what they missed. */
const keptMinutes = 60;
/** However young: a page that missed so many, or so much, gets the whole document. */
const mostKept = 5_000;
/** Moves on a canvas are many and small: merged, they take a fifth. */
const mostUnmergedBytes = 256 * 1024;

/** Merges what has grown long, every five minutes. */
export function compactDocumentsJob({ db }: { db: Database }): Job<Tables> {
  return {
    name: "documents.compact",
    cron: "*/5 * * * *",
    async run({ signal }) {
      await compactDocuments(db, signal);
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

/** Merges all updates of one draft into its snapshot. What was deleted in the text is forgotten. */
export function compactDocument(db: Database, epoch: string): Promise<void> {
  return transact(db, async (tx) => {
    if (!(await lockDocument(tx, epoch))) return;
    const { updates, sequence } = await findWhole(tx, epoch);
    const snapshot = await perform("compact", { updates });
    await tx
      .updateTable("documents")
      .set({ snapshot: Buffer.from(snapshot), snapshot_sequence: sequence, size_bytes: snapshot.length })
      .where("epoch", "=", epoch)
      .execute();
    await tx
      .deleteFrom("document_updates")
      .where("epoch", "=", epoch)
      .where("sequence", "<=", sequence)
      .execute();
  });
}
