import { fileRoutes } from "@atoll/contract/files/routes";
import { AppError } from "../../platform/app-error.ts";
import { answerFile } from "../../platform/files/answer-file.ts";
import { receiveFile } from "../../platform/http/receive-file.ts";
import type { SliceContext } from "../../slice.ts";
import { presentViewerOf } from "../identity/public.ts";
import { deleteFile } from "./delete-file.ts";
import { endOfLinks, isOurLink, linkTo } from "./links.ts";
import { thumbnailPlace } from "./places.ts";
import { assertMayUseFiles, openKind } from "./policy.ts";
import { presentAttachment } from "./present.ts";
import { findOpenFile, type StoredFileRow, selectReadable } from "./queries.ts";
import { assertWithinQuota } from "./quota.ts";
import { uploadFile } from "./upload-file.ts";

/**
 * Registers the routes for files of all kinds: upload, and reading through links. The slice that owns a thing attaches
 * its files.
 */
export function registerFiles(slice: SliceContext): void {
  const { routes, db, files, room, seals, viewers, fileKinds } = slice;
  const limits = { maxBytes: slice.workspace.maxFileBytes, maxBytesPerPerson: slice.maxBytesPerPerson };

  routes.route(fileRoutes.uploadAttachment, async ({ query }, { viewer, viewerNow, request }) => {
    const kind = openKind(fileKinds, viewer, query.kind);
    const assertAllowed = async () => void openKind(fileKinds, await viewerNow(), query.kind);
    // Check the quota before the body, so that nobody uploads a hundred megabytes in vain.
    await assertWithinQuota(db, viewer.id, 0, limits.maxBytesPerPerson);
    // Without a Content-Length, assume the largest size.
    const announced = Number(request.headers["content-length"] ?? limits.maxBytes);
    const giveBack = await room.takeRoom(Math.min(announced, limits.maxBytes));
    try {
      const received = await receiveFile(request, { ...limits, assertAllowed });
      const row = await uploadFile(
        { db, files },
        { ownerId: viewer.id, kind, subjectId: query.subjectId },
        received,
        limits,
      );
      return { attachment: presentAttachment(row) };
    } finally {
      giveBack();
    }
  });

  routes.route(fileRoutes.deleteAttachment, async ({ params }, { viewer }) => {
    assertMayUseFiles(fileKinds, viewer);
    await deleteFile(slice, viewer.id, params.attachmentId);
    return undefined;
  });

  routes.route(fileRoutes.createAttachmentLinks, async ({ body }, { viewer }) => {
    assertMayUseFiles(fileKinds, viewer);
    const rows = await selectReadable(slice, viewer, body.ids);
    const now = new Date();
    const until = endOfLinks(now);
    return {
      links: rows.map((row) => linkTo(seals, viewer, row, until)),
      expiresInSeconds: until - Math.ceil(now.getTime() / 1000),
    };
  });

  routes.route(fileRoutes.readFile, async ({ params, query }, { request, countFor }) => {
    const { attachmentId, filename } = params;
    const owner = { id: query.for, sessionId: query.session };
    if (!(await isOurLink(seals, owner, { ...query, attachmentId })))
      throw new AppError("attachment_not_found", { detail: "a link that is not ours" });
    countFor(owner.id);
    const keepSeconds = query.until - Math.ceil(Date.now() / 1000);
    if (keepSeconds <= 0) throw new AppError("file_link_expired");
    const viewer = await presentViewerOf(viewers, { userId: query.for, sessionId: query.session });
    if (!viewer) throw new AppError("attachment_not_found");
    const [row] = await selectReadable(slice, viewer, [attachmentId]);
    if (row?.filename !== filename) throw new AppError("attachment_not_found");
    const variant = row.has_thumbnail ? query.variant : "original";
    return answerFile(request, {
      ...(variant === "thumbnail" ? thumbnailOf(row) : originalOf(row)),
      storage: files,
      keepSeconds,
      isDownload: query.download === "1",
    });
  });

  routes.route(fileRoutes.readPicture, async ({ params }, { request }) => {
    const row = await findOpenFile(slice, params.attachmentId);
    if (row?.filename !== params.filename) throw new AppError("attachment_not_found");
    return answerFile(request, {
      ...originalOf(row),
      storage: files,
      keepSeconds: yearSeconds,
      isDownload: false,
    });
  });
}

/** A new picture gets a new address. */
const yearSeconds = 365 * 24 * 3600;

function originalOf(row: StoredFileRow) {
  return {
    place: row,
    tag: row.id,
    name: row.original_name,
    kind: { mimeType: row.mime_type, preview: row.preview },
    sizeBytes: row.size_bytes,
  };
}

function thumbnailOf(row: StoredFileRow) {
  return {
    place: thumbnailPlace(row),
    tag: `${row.id}-thumbnail`,
    name: `${row.original_name}.webp`,
    kind: { mimeType: "image/webp", preview: "image" as const },
    sizeBytes: undefined,
  };
}
