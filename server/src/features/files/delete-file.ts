import { AppError } from "../../platform/app-error.ts";
import type { SliceContext } from "../../slice.ts";
import { deleteForgottenJob, forgetFiles, placesOf } from "./forget-files.ts";

/**
 * Deletes a file that its owner uploaded and has not attached to anything.
 * @throws {AppError} `attachment_not_found` if it is not theirs, is attached, discarded or missing.
 */
export async function deleteFile(
  context: Pick<SliceContext, "db" | "files" | "enqueue">,
  ownerId: string,
  fileId: string,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
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
    // The file is gone for people. A storage that is slow or away keeps nobody waiting.
    await context.enqueue(tx, deleteForgottenJob(context), {});
  });
}
