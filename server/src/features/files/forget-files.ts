import { sql } from "kysely";
import type { FilePlace, FileStorage } from "../../platform/files/file-storage.ts";
import { hasMark } from "../../platform/files/storage-mark.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";
import { thumbnailPlace } from "./places.ts";

const batchSize = 50;

/** After so many failures one after the other the storage itself does not delete. */
const mostFailures = 3;

type Dependencies = { db: Database; files: Pick<FileStorage, "delete" | "site"> };

/**
 * Notes files whose rows this transaction deletes. They are deleted from storage after it has committed, by
 * `deleteForgotten` or its job.
 */
export async function forgetFiles(tx: Database, places: readonly FilePlace[]): Promise<void> {
  if (places.length === 0) return;
  await tx
    .insertInto("forgotten_files")
    .values(places.map(({ bucket, key }) => ({ bucket, key })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the places of a row's file and its small image. */
export function placesOf(row: FilePlace & { has_thumbnail: boolean }): FilePlace[] {
  return row.has_thumbnail ? [row, thumbnailPlace(row)] : [row];
}

/** Deletes forgotten files from storage once an hour, and when another slice asks for it. */
export function deleteForgottenJob(context: Pick<SliceContext, "db" | "files">): Job<Tables> {
  return {
    name: "files.delete-forgotten",
    cron: "30 * * * *",
    async run({ signal }) {
      await deleteForgotten(context, signal);
    },
  };
}

/**
 * Deletes forgotten files from storage. Several nodes may do so at the same time. Does nothing in a storage that has
 * become another database's, such as by a restore: its rows may name the same files.
 * @throws {AppError} `files_unavailable`; the rest is deleted by the next call. Any other error of a file, after the
 *   others have been deleted.
 */
export async function deleteForgotten({ db, files }: Dependencies, signal?: AbortSignal): Promise<void> {
  const failed: FilePlace[] = [];
  let lastFailure: unknown;
  let failuresInARow = 0;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const batch = await nextBatch(db, failed);
      if (batch.length === 0 || !(await isOurs(db, files.site))) break;
      const gone: FilePlace[] = [];
      for (const place of batch) {
        const failure = await files.delete(place).then(
          () => undefined,
          (error: unknown) => error ?? new Error("it was not deleted"),
        );
        if (failure === undefined) {
          gone.push(place);
          failuresInARow = 0;
          continue;
        }
        failed.push(place);
        lastFailure = failure;
        failuresInARow += 1;
        if (failuresInARow >= mostFailures) break;
      }
      await sql`DELETE FROM forgotten_files f USING ${listOf(gone)} WHERE f.bucket = d.bucket AND f.key = d.key`.execute(
        db,
      );
      if (failuresInARow >= mostFailures) break;
    }
  } finally {
    // The next call begins with the others.
    if (failed.length > 0)
      await sql`UPDATE forgotten_files f SET forgotten_at = now() FROM ${listOf(failed)}
        WHERE f.bucket = d.bucket AND f.key = d.key`.execute(db);
  }
  if (failed.length > 0) throw lastFailure;
}

function nextBatch(db: Database, except: FilePlace[]): Promise<FilePlace[]> {
  return db
    .selectFrom("forgotten_files as f")
    .select(["f.bucket", "f.key"])
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM ${listOf(except)} WHERE f.bucket = d.bucket AND f.key = d.key)`,
    )
    .orderBy("f.forgotten_at")
    .limit(batchSize)
    .execute();
}

function listOf(places: FilePlace[]) {
  const [buckets, keys] = [places.map(({ bucket }) => bucket), places.map(({ key }) => key)];
  return sql`unnest(${buckets}::text[], ${keys}::text[]) AS d(bucket, key)`;
}

/** Asked before each batch, because a bucket is taken over while the servers of the old database may still run. */
async function isOurs(db: Database, site: FileStorage["site"]): Promise<boolean> {
  const row = await db.selectFrom("files_folder").select(["mark", "marked_at"]).executeTakeFirst();
  return !row?.marked_at || (await hasMark(site, row.mark));
}
