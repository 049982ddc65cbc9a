import { AppError } from "../../platform/app-error.ts";
import type { FilePlace, FileStorage } from "../../platform/files/file-storage.ts";
import type { Database } from "../../tables.ts";
import { thumbnailPlace } from "./attachment-places.ts";

/**
 * Throws away a file that its owner uploaded and did not send.
 * @throws {AppError} `attachment_not_found` when it is not theirs, was sent, or is gone.
 */
export async function deleteAttachment(
  { db, files }: { db: Database; files: FileStorage },
  ownerId: string,
  attachmentId: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .deleteFrom("attachments")
      .where("id", "=", attachmentId)
      .where("owner_id", "=", ownerId)
      .where("message_id", "is", null)
      .where("created_at", ">", new Date(0))
      .returning(["bucket", "key", "has_thumbnail"])
      .executeTakeFirst();
    if (!row) throw new AppError("attachment_not_found");
    await deleteFiles(files, row);
  });
}

/**
 * Deletes a file and its small image from storage. Before its row's deletion is committed: should it fail, the row
 * stays, and with it the knowledge that there is something to delete.
 */
export async function deleteFiles(
  files: FileStorage,
  row: FilePlace & { has_thumbnail: boolean },
): Promise<void> {
  await files.delete(row);
  if (row.has_thumbnail) await files.delete(thumbnailPlace(row));
}
