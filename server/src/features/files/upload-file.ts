import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../platform/app-error.ts";
import { blankFilm, isBoxedFilm } from "../../platform/files/blank-film.ts";
import { detectKind } from "../../platform/files/detect-kind.ts";
import { displayNameOf, storageNameOf } from "../../platform/files/file-names.ts";
import type { FilePlace, FileStorage, StagedFile } from "../../platform/files/file-storage.ts";
import { type DrawnPicture, drawPicture } from "../../platform/files/make-portrait.ts";
import { type PreparedImage, prepareImage } from "../../platform/files/prepare-image.ts";
import type { ReceivedFile } from "../../platform/http/receive-file.ts";
import type { FileKind } from "../../platform/kinds/file-kinds.ts";
import type { Database } from "../../tables.ts";
import { thumbnailPlace } from "./places.ts";
import type { AttachmentRow } from "./present.ts";
import { assertWithinQuota } from "./quota.ts";

/**
 * Receives a file, detects its type, and stores it for its owner until they attach it to something. An aborted or
 * refused upload leaves nothing. Specification, sections 5 and 7 (storage bucket).
 * @throws {AppError} `file_too_large`, `file_empty`, `image_too_large`, `picture_unreadable`, `storage_full`,
 *   `storage_quota`; `invalid_request` for an aborted one.
 */
export async function uploadFile(
  deps: { db: Database; files: FileStorage },
  { ownerId, kind: subjectKind, subjectId }: FileToBe,
  received: ReceivedFile,
  limits: UploadLimits,
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
    const drawn = subjectKind.keepsOnly && (await drawPicture(arrived.path, subjectKind.keepsOnly));
    const name = drawn?.name ?? displayNameOf(received.name);
    const kind = drawn?.kind ?? (await detectKind(arrived.path, name));
    const image = drawn ? asPrepared(drawn) : await prepareImage(arrived.path, kind.mimeType);
    // A file that still contains its location, or that cannot be read, is a download only.
    const isShowable =
      kind.preview === "image"
        ? image.size !== undefined
        : !isBoxedFilm(kind.mimeType) || (await blankFilm(arrived.path));
    // Made here, not sent: they have no limit to keep.
    const kept = image.cleaned ? await stage([image.cleaned], Number.POSITIVE_INFINITY) : arrived;
    const thumbnail = image.thumbnail && (await stage([image.thumbnail], Number.POSITIVE_INFINITY));
    const filename = `${Date.now()}-${randomBytes(8).toString("hex")}-${storageNameOf(name)}`;
    return await keep(
      deps,
      { kept, thumbnail },
      {
        owner_id: ownerId,
        subject_kind: subjectKind.kind,
        original_name: name,
        filename,
        bucket: subjectKind.bucket,
        key: subjectKind.keyOf({ ownerId, filename, subjectId }),
        mime_type: kind.mimeType,
        width: image.size?.width ?? null,
        height: image.size?.height ?? null,
        preview: isShowable ? kind.preview : null,
      },
      limits,
    );
  } finally {
    for (const file of staged) await file.discard();
  }
}

/**
 * Stores a file that the server has made, until it is attached to a thing for its owner. It is no upload, and within
 * nobody's quota.
 * @returns its ID.
 */
export async function storeMadeFile(
  deps: { db: Database },
  { ownerId, kind, name }: Pick<FileToBe, "ownerId" | "kind"> & { name: string },
  made: StagedFile,
): Promise<string> {
  const original = displayNameOf(name);
  const filename = `${Date.now()}-${randomBytes(8).toString("hex")}-${storageNameOf(original)}`;
  const found: Found = {
    ...{ owner_id: ownerId, subject_kind: kind.kind, original_name: original, filename, bucket: kind.bucket },
    ...{
      key: kind.keyOf({ ownerId, filename, subjectId: undefined }),
      mime_type: "application/octet-stream",
    },
    ...{ width: null, height: null, preview: null },
  };
  const limits = { maxBytesPerPerson: Number.POSITIVE_INFINITY };
  return (await keep(deps, { kept: made, thumbnail: undefined }, found, limits)).id;
}

function asPrepared({ bytes, pixels }: DrawnPicture): PreparedImage {
  return { cleaned: bytes, size: { width: pixels, height: pixels }, thumbnail: undefined };
}

/** The owner of a file, and the kind of thing it is meant for. */
export interface FileToBe {
  ownerId: string;
  kind: Pick<FileKind<never>, "kind" | "bucket" | "keyOf" | "keepsOnly">;
  /** The thing it is for, as far as that is known. */
  subjectId?: string | undefined;
}

export interface UploadLimits {
  /** The limit for one file. */
  maxBytes: number;
  /** The limit for all files of its owner. */
  maxBytesPerPerson: number;
}

type Found = Pick<
  AttachmentRow,
  "filename" | "original_name" | "mime_type" | "width" | "height" | "preview"
> & { owner_id: string; subject_kind: string } & FilePlace;

/**
 * Stores the row before the file: if the process ends in between, the row is an unattached upload that is swept up. The
 * other way round, nothing would know of the file.
 */
async function keep(
  { db }: { db: Database },
  { kept, thumbnail }: { kept: StagedFile; thumbnail: StagedFile | undefined },
  found: Found,
  { maxBytesPerPerson }: Pick<UploadLimits, "maxBytesPerPerson">,
): Promise<AttachmentRow> {
  const row = {
    ...found,
    id: uuidv7(),
    subject_id: null,
    size_bytes: kept.sizeBytes,
    sha256: kept.sha256,
    has_thumbnail: thumbnail !== undefined,
  };
  const insert = async (tx: Database) => {
    await assertWithinQuota(tx, row.owner_id, row.size_bytes, maxBytesPerPerson);
    await tx.insertInto("files").values(row).execute();
  };
  // The demo company moves in with its files, or not at all.
  await (db.isTransaction ? insert(db) : db.transaction().execute(insert));
  try {
    await kept.keepAs(row);
    await thumbnail?.keepAs(thumbnailPlace(row));
  } catch (error) {
    // A file that was already stored stays visible to the sweep, and can no longer be attached.
    await db.updateTable("files").set({ discarded_at: sql<Date>`now()` }).where("id", "=", row.id).execute();
    throw error;
  }
  return row;
}
