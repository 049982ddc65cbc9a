import { z } from "zod";
import { idSchema } from "../identifiers.ts";

export const attachmentSchema = z.object({
  id: idSchema,
  /** The name in the bucket. */
  filename: z.string(),
  /** The name the file had on its owner's machine. */
  originalName: z.string(),
  /** Found by looking into the file, not believed from the browser. */
  mimeType: z.string(),
  sizeBytes: z.number().int(),
  /** For images, the size in pixels after rotation, so that the layout does not jump when it loads. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** How it may be shown; anything else is only downloaded. */
  preview: z.enum(["image", "pdf", "text", "video", "audio"]).nullable(),
  /** A small image exists. */
  hasThumbnail: z.boolean(),
});
export type Attachment = z.infer<typeof attachmentSchema>;

/** A link that works for the person it was made for, as long as they may read what it is attached to, until it runs out. */
export const attachmentLinkSchema = z.object({
  id: idSchema,
  url: z.string(),
  thumbnailUrl: z.string().nullable(),
});
export type AttachmentLink = z.infer<typeof attachmentLinkSchema>;
