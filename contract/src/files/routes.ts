import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute } from "../route.ts";
import { attachmentLinkSchema, attachmentSchema } from "./schemas.ts";

/** Files of all kinds of things. Specification, sections 3, 5 and 7 (storage buckets). */
export const fileRoutes = {
  uploadAttachment: defineRoute({
    method: "POST",
    path: "/api/attachments",
    summary:
      "Upload a file as multipart form data. It is attached when the message, or whatever it is for, is sent.",
    access: "signed-in",
    forGuests: true,
    rateLimit: { max: 120, windowSeconds: 60, by: "viewer" },
    query: z.object({
      /**
       * The kind of thing it will be attached to. Defaults to messages for pages that were opened before other kinds
       * existed.
       */
      kind: z.string().max(40).default("message"),
      /** The thing it is for, where that is there already. It belongs to it only once it is attached. */
      subjectId: z.optional(idSchema),
    }),
    bodyKind: "file",
    status: 201,
    response: z.object({ attachment: attachmentSchema }),
    errors: [
      "forbidden",
      "file_missing",
      "file_too_large",
      "file_empty",
      "image_too_large",
      "picture_unreadable",
      "storage_full",
      "storage_quota",
    ],
  }),
  deleteAttachment: defineRoute({
    method: "DELETE",
    path: "/api/attachments/:attachmentId",
    summary: "Delete an uploaded file that is not attached to anything.",
    access: "signed-in",
    forGuests: true,
    rateLimit: { max: 240, windowSeconds: 60, by: "viewer" },
    params: z.object({ attachmentId: idSchema }),
    status: 204,
    errors: ["forbidden", "attachment_not_found"],
  }),
  createAttachmentLinks: defineRoute({
    method: "POST",
    path: "/api/attachment-links",
    summary:
      "Get links to files that the viewer may read. Each works for some minutes, for this viewer only.",
    access: "signed-in",
    forGuests: true,
    reads: true,
    rateLimit: { max: 240, windowSeconds: 60, by: "viewer" },
    body: z.object({ ids: z.array(idSchema).min(1).max(100) }),
    status: 200,
    /** Those that are missing or not the viewer's to read are left out. */
    response: z.object({ links: z.array(attachmentLinkSchema), expiresInSeconds: z.number().int() }),
    errors: ["forbidden"],
  }),
  readFile: defineRoute({
    method: "GET",
    path: "/api/files/:attachmentId/:filename",
    summary: "Download a file by a signed link. The link's owner must still be allowed to read it.",
    access: "public",
    rateLimit: { max: 3000, windowSeconds: 60, by: "address", perCaller: 3000 },
    params: z.object({ attachmentId: idSchema, filename: z.string().max(300) }),
    query: z.object({
      /** The person the link was created for. */
      for: idSchema,
      /** Their session: the link ends with it. */
      session: idSchema,
      /** Seconds since 1970 at which it stops working. */
      until: z.coerce.number().int().min(0),
      signature: z.string().max(100),
      variant: z.enum(["original", "thumbnail"]).default("original"),
      download: z.enum(["0", "1"]).default("0"),
    }),
    status: 200,
    responseKind: "stream",
    errors: ["file_link_expired", "attachment_not_found"],
  }),
  readPicture: defineRoute({
    method: "GET",
    path: "/api/pictures/:attachmentId/:filename",
    summary:
      "Get a person's picture. Its address cannot be guessed, is known to people who may see the person, and is different for each picture.",
    access: "public",
    rateLimit: { max: 3000, windowSeconds: 60, by: "address" },
    params: z.object({ attachmentId: idSchema, filename: z.string().max(300) }),
    status: 200,
    responseKind: "stream",
    errors: ["attachment_not_found"],
  }),
};
