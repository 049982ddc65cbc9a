import { canUseChat } from "@atoll/contract/chat/policy";
import { chatRoutes } from "@atoll/contract/chat/routes";
import type { SliceDependencies } from "../../app.ts";
import { AppError } from "../../platform/app-error.ts";
import { answerFile } from "../../platform/files/answer-file.ts";
import { receiveFile } from "../../platform/http/receive-file.ts";
import { endOfLinks, isOurLink, linkTo } from "./attachment-links.ts";
import { thumbnailPlace } from "./attachment-places.ts";
import { type StoredFileRow, selectReadable } from "./attachment-queries.ts";
import { deleteAttachment } from "./delete-attachment.ts";
import { assertMayChat } from "./policy.ts";
import { presentAttachment } from "./present.ts";
import { uploadAttachment } from "./upload-attachment.ts";

/** Files in chat: they are uploaded, sent with a message, and read through links. */
export function registerFiles({ routes, db, files, tokens, viewers, workspace }: SliceDependencies): void {
  const limits = { maxBytes: workspace.maxFileBytes };

  routes.route(chatRoutes.uploadAttachment, async (_input, { viewer, request }) => {
    assertMayChat(viewer);
    const received = await receiveFile(request, limits);
    const row = await uploadAttachment({ db, files }, viewer.id, received, limits);
    return { attachment: presentAttachment(row) };
  });

  routes.route(chatRoutes.deleteAttachment, async ({ params }, { viewer }) => {
    assertMayChat(viewer);
    await deleteAttachment({ db, files }, viewer.id, params.attachmentId);
    return undefined;
  });

  routes.route(chatRoutes.createAttachmentLinks, async ({ body }, { viewer }) => {
    assertMayChat(viewer);
    const rows = await selectReadable(db, viewer.id, body.ids);
    const now = new Date();
    const until = endOfLinks(now);
    return {
      links: rows.map((row) => linkTo(tokens, viewer, row, until)),
      expiresInSeconds: until - Math.ceil(now.getTime() / 1000),
    };
  });

  routes.route(chatRoutes.readFile, async ({ params, query }, { request }) => {
    const { attachmentId, filename } = params;
    const owner = { id: query.for, sessionId: query.session };
    if (!(await isOurLink(tokens, owner, { ...query, attachmentId })))
      throw new AppError("attachment_not_found", { detail: "a link that is not ours" });
    const keepSeconds = query.until - Math.ceil(Date.now() / 1000);
    if (keepSeconds <= 0) throw new AppError("file_link_expired");
    if (!(await mayStillChat(viewers, owner))) throw new AppError("attachment_not_found");
    const [row] = await selectReadable(db, owner.id, [attachmentId]);
    if (row?.filename !== filename) throw new AppError("attachment_not_found");
    const variant = row.has_thumbnail ? query.variant : "original";
    return answerFile(request, {
      ...(variant === "thumbnail" ? thumbnailOf(row) : originalOf(row)),
      storage: files,
      keepSeconds,
      isDownload: query.download === "1",
    });
  });
}

/** Whoever a link was made for has to be somebody who could ask for it now. */
async function mayStillChat(
  viewers: SliceDependencies["viewers"],
  owner: { id: string; sessionId: string },
): Promise<boolean> {
  try {
    const viewer = await viewers.ofSession({ userId: owner.id, sessionId: owner.sessionId });
    return canUseChat(viewer) && !viewer.mustSetUpSecondFactor;
  } catch (error) {
    // Their session has ended, or they may not enter any more.
    if (error instanceof AppError) return false;
    throw error;
  }
}

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
