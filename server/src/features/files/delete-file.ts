import { AppError } from "../../platform/app-error.ts";
import type { FileStorage } from "../../platform/files/file-storage.ts";
import type { Database } from "../../tables.ts";
import { deleteForgotten, forgetFiles, placesOf } from "./forget-files.ts";

/**
 * Deletes a file that its owner uploaded and has not attached to anything.
 * @throws {AppError} `attachment_not_found` if it is not theirs, is attached, discarded or missing.
 */
export async function deleteFile(
  deps: { db: Database; files: FileStorage },
  ownerId: string,
  fileId: string,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const row = await tx
      .deleteFrom("files")
      .where("id", "=", fileId)
      .where("owner_id", "=", ownerId)
      .where("subject_id", "is", null)
      .where("discarded_at", "is", null)
      .returning(["bucket", "key", "has_thumbnail"])
      .executeTakeFirst();
    if (!row) throw new AppError("attachment_not_found");
    await forgetFiles(tx, placesOf(row));
  });
  // The file is gone for people. A storage that is away is asked again by the job.
  await deleteForgotten(deps).catch(() => undefined);
}
