import { type RawBuilder, sql } from "kysely";
import type { AttachmentRow } from "./present.ts";

// The functions for slices whose things have files.
export { attachFiles } from "./attach-files.ts";
export { deleteFile } from "./delete-file.ts";
export { discardFile, discardFilesOf, discardFilesOfAll, restoreFile } from "./discard-files.ts";
export { deleteForgottenJob, forgetFiles } from "./forget-files.ts";
export { type AttachmentRow, presentAttachment } from "./present.ts";
export { listOwnFiles } from "./queries.ts";
export { setFiles } from "./set-files.ts";
export { listStoredPlaces } from "./stored-places.ts";
export { releaseFiles } from "./sweep-files.ts";
export { storeMadeFile, uploadFile } from "./upload-file.ts";

/** The files of a thing as a JSON array in their order, or null: for a query that finds the thing, and its reader may. */
export function filesOf(kind: string, subjectId: RawBuilder<unknown>): RawBuilder<AttachmentRow[] | null> {
  return sql<AttachmentRow[] | null>`(
    SELECT json_agg(json_build_object(
      'id', f.id, 'filename', f.filename, 'original_name', f.original_name, 'mime_type', f.mime_type,
      'size_bytes', f.size_bytes, 'width', f.width, 'height', f.height, 'preview', f.preview,
      'has_thumbnail', f.has_thumbnail) ORDER BY f.position, f.id)
    FROM files f
    WHERE f.subject_id = ${subjectId} AND f.subject_kind = ${sql.lit(kind)} AND f.discarded_at IS NULL)`;
}
