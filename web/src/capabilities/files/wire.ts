import { fileRoutes } from "@atoll/contract/files/routes";
import { call } from "../../lib/server/api-client.ts";
import { type UploadOptions, uploadFile } from "../../lib/server/upload.ts";

export { maxAttachments, pickerAccept, standardMaxFileBytes } from "@atoll/contract/files/limits";
export type { Attachment, AttachmentLink } from "@atoll/contract/files/schemas";

/** Everything of files that goes over the wire is named here. */

export const sendFile = (file: File, { kind, ...options }: UploadOptions & { kind: string }) =>
  uploadFile(fileRoutes.uploadAttachment, file, {
    ...options,
    // Messages are what the server takes for granted.
    ...(kind !== "message" && { query: { kind } }),
  });

export const discardFile = (attachmentId: string) =>
  call(fileRoutes.deleteAttachment, { params: { attachmentId } });

export const createLinks = (ids: string[]) => call(fileRoutes.createAttachmentLinks, { body: { ids } });
