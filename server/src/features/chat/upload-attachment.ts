import { randomBytes } from "node:crypto";
import { attachmentBucket } from "@atoll/contract/chat/schemas";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../platform/app-error.ts";
import { detectKind } from "../../platform/files/detect-kind.ts";
import { displayNameOf, storageNameOf } from "../../platform/files/file-names.ts";
import type { FileStorage, StagedFile } from "../../platform/files/file-storage.ts";
import { prepareImage } from "../../platform/files/prepare-image.ts";
import type { ReceivedFile } from "../../platform/http/receive-file.ts";
import type { Database } from "../../tables.ts";
import { attachmentKey, thumbnailPlace } from "./attachment-places.ts";
import type { AttachmentRow } from "./message-queries.ts";

/**
 * Takes in a file, finds out what it is, and keeps it as its owner's until they send it. An upload that breaks off
 * or is refused leaves nothing. Specification, sections 5 and 7 (storage bucket).
 * @throws {AppError} `file_too_large`, `file_empty`, `image_too_large`, `storage_full`; `invalid_request` for one
 *   that breaks off.
 */
export async function uploadAttachment(
  deps: { db: Database; files: FileStorage },
  ownerId: string,
  received: ReceivedFile,
  limits: { maxBytes: number },
): Promise<AttachmentRow> {
  const staged: StagedFile[] = [];
  const stage = async (content: Parameters<FileStorage["stage"]>[0], maxBytes: number) => {
    const file = await deps.files.stage(content, { maxBytes });
    staged.push(file);
    return file;
  };
  try {
    const arrived = await stage(received.content, limits.maxBytes);
    if (arrived.sizeBytes === 0) throw new AppError("file_empty");
    const name = displayNameOf(received.name);
    const kind = await detectKind(arrived.path, name);
    const image = await prepareImage(arrived.path, kind.mimeType);
    // Made here, not sent: they have no limit to keep.
    const kept = image.cleaned ? await stage([image.cleaned], Number.POSITIVE_INFINITY) : arrived;
    const thumbnail = image.thumbnail && (await stage([image.thumbnail], Number.POSITIVE_INFINITY));
    return await keep(
      deps,
      { kept, thumbnail },
      {
        owner_id: ownerId,
        original_name: name,
        filename: `${Date.now()}-${randomBytes(8).toString("hex")}-${storageNameOf(name)}`,
        mime_type: kind.mimeType,
        width: image.size?.width ?? null,
        height: image.size?.height ?? null,
        preview: kind.preview === "image" && !image.size ? null : kind.preview,
      },
    );
  } finally {
    for (const file of staged) await file.discard();
  }
}

type Found = Pick<
  AttachmentRow,
  "filename" | "original_name" | "mime_type" | "width" | "height" | "preview"
> & { owner_id: string };

/**
 * The row comes first: should the process end before the file has its name, the row is an upload that is never
 * sent and is swept up as such. The other way round nobody would know of the file.
 */
async function keep(
  { db }: { db: Database },
  { kept, thumbnail }: { kept: StagedFile; thumbnail: StagedFile | undefined },
  found: Found,
): Promise<AttachmentRow> {
  const place = { bucket: attachmentBucket, key: attachmentKey(found.owner_id, found.filename) };
  const row = {
    ...found,
    ...place,
    id: uuidv7(),
    message_id: null,
    size_bytes: kept.sizeBytes,
    has_thumbnail: thumbnail !== undefined,
  };
  await db.insertInto("attachments").values(row).execute();
  try {
    await kept.keepAs(place);
    await thumbnail?.keepAs(thumbnailPlace(place));
  } catch (error) {
    // What was kept already stays findable for the sweep, and nobody can send it meanwhile.
    await db
      .updateTable("attachments")
      .set({ created_at: new Date(0) })
      .where("id", "=", row.id)
      .execute();
    throw error;
  }
  return row;
}
