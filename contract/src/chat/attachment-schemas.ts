import { z } from "zod";
import { idSchema } from "../identifiers.ts";

/** The bucket of section 7; files lie in it under public/{userId}/{timestamp}-{random}-{filename}. */
export const attachmentBucket = "chat-attachments";
/** Unless the configuration says otherwise; what it says is in the workspace (`maxFileBytes`). */
export const standardMaxFileBytes = 100 * 1024 * 1024;

/** How the file picker is restricted. Specification, section 5. Dropped and pasted files may be of any kind. */
export const pickerAccept = "image/*,.pdf,.doc,.docx,.txt";

export const attachmentSchema = z.object({
  id: idSchema,
  /** The name in the bucket. */
  filename: z.string(),
  /** The name the file had on its owner's machine. */
  originalName: z.string(),
  /** Found by looking into the file, not believed from the browser. */
  mimeType: z.string(),
  sizeBytes: z.number().int(),
  /** Of images: real pixels after turning, so that nothing jumps when it arrives. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** How it may be shown; anything else is only downloaded. */
  preview: z.enum(["image", "pdf", "text", "video", "audio"]).nullable(),
  /** A small image exists. */
  hasThumbnail: z.boolean(),
});
export type Attachment = z.infer<typeof attachmentSchema>;

/** A link that works for the person it was made for, as long as they may read the message, until it runs out. */
export const attachmentLinkSchema = z.object({
  id: idSchema,
  url: z.string(),
  thumbnailUrl: z.string().nullable(),
});
export type AttachmentLink = z.infer<typeof attachmentLinkSchema>;
