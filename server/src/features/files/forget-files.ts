import { sql } from "kysely";
import type { FilePlace, FileStorage } from "../../platform/files/file-storage.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";
import { thumbnailPlace } from "./places.ts";

const batchSize = 50;

type Dependencies = { db: Database; files: Pick<FileStorage, "delete"> };

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
 * Deletes forgotten files from storage. Several nodes may do so at the same time.
 * @throws {AppError} `files_unavailable`; the rest is deleted by the next call.
 */
export async function deleteForgotten({ db, files }: Dependencies, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const batch = await db
      .selectFrom("forgotten_files")
      .select(["bucket", "key"])
      .orderBy("forgotten_at")
      .limit(batchSize)
      .execute();
    for (const place of batch) await files.delete(place);
    if (batch.length === 0) return;
    const [buckets, keys] = [batch.map(({ bucket }) => bucket), batch.map(({ key }) => key)];
    await sql`DELETE FROM forgotten_files f USING unnest(${buckets}::text[], ${keys}::text[]) AS d(bucket, key)
      WHERE f.bucket = d.bucket AND f.key = d.key`.execute(db);
  }
}
