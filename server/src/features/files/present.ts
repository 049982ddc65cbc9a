import type { Attachment } from "@atoll/contract/files/schemas";
import type { Selectable } from "kysely";
import type { Tables } from "../../tables.ts";

/** The fields of a file that its readers get. */
export type AttachmentRow = Pick<
  Selectable<Tables["files"]>,
  | "id"
  | "filename"
  | "original_name"
  | "mime_type"
  | "size_bytes"
  | "width"
  | "height"
  | "preview"
  | "has_thumbnail"
>;

export function presentAttachment(row: AttachmentRow): Attachment {
  return {
    id: row.id,
    filename: row.filename,
    originalName: row.original_name,
    mimeType: row.mime_type,
    sizeBytes: row.size_bytes,
    width: row.width,
    height: row.height,
    preview: row.preview,
    hasThumbnail: row.has_thumbnail,
  };
}
