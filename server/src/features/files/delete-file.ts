import { AppError } from "../../platform/app-error.ts";
import type { FilePlace, FileStorage } from "../../platform/files/file-storage.ts";
import type { Database } from "../../tables.ts";
import { thumbnailPlace } from "./places.ts";

/**
 * Deletes a file that its owner uploaded and has not attached to anything.
 * @throws {AppError} `attachment_not_found` if it is not theirs, is attached, discarded or missing.
 */
export async function deleteFile(
  { db, files }: { db: Database; files: FileStorage },
  ownerId: string,
  fileId: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .deleteFrom("files")
      .where("id", "=", fileId)
      .where("owner_id", "=", ownerId)
      .where("subject_id", "is", null)
      .where("discarded_at", "is", null)
      .returning(["bucket", "key", "has_thumbnail"])
      .executeTakeFirst();
    if (!row) throw new AppError("attachment_not_found");
    await deleteFromStorage(files, row);
  });
}

/**
 * Deletes a file and its small image from storage. Before its row's deletion is committed: should it fail, the row
 * stays, and with it the knowledge that there is something to delete.
 */
export async function deleteFromStorage(
  files: FileStorage,
  row: FilePlace & { has_thumbnail: boolean },
): Promise<void> {
  await files.delete(row);
  if (row.has_thumbnail) await files.delete(thumbnailPlace(row));
}
