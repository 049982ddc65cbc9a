import { z } from "zod";
import { maxAttachments } from "../files/limits.ts";
import { attachmentSchema } from "../files/schemas.ts";
import { idSchema, instantSchema } from "../identifiers.ts";
import { mentionSchema } from "../mention-schema.ts";
import { maxMentions } from "../mentions.ts";
import { personSchema } from "../people/schemas.ts";
import { storableTextSchema } from "../text.ts";
import { commentMaxLength } from "./limits.ts";

/** What is commented on: a thing of a kind that some slice registered, as `task`. */
export const subjectSchema = z.object({ kind: z.string().min(1).max(40), id: idSchema });
export type Subject = z.infer<typeof subjectSchema>;

const textSchema = storableTextSchema
  .trim()
  .refine(
    (text) => [...text].length <= commentMaxLength,
    `A comment can have at most ${commentMaxLength} characters`,
  );

const mentionIdsSchema = z.array(idSchema).max(maxMentions).default([]);

/** What a browser sends: text or at least one file. The id is its own, so that what is sent again is one comment. */
export const newCommentSchema = z
  .object({
    id: idSchema,
    content: textSchema.default(""),
    /** The people named in the text with @; each name must stand in it. */
    mentionIds: mentionIdsSchema,
    /** Files that this person uploaded for comments, and that belong to none yet. */
    attachmentIds: z.array(idSchema).max(maxAttachments).default([]),
  })
  .refine(({ content, attachmentIds }) => content !== "" || attachmentIds.length > 0, {
    path: ["content"],
    message: "Write something first",
  });
export type NewComment = z.input<typeof newCommentSchema>;

export const editedCommentSchema = z.object({
  content: textSchema.refine((text) => text !== "", "Write something first"),
  mentionIds: mentionIdsSchema,
  /** Of the comment that was edited: with another one meanwhile, the edit is refused. */
  version: z.int().min(1),
});
export type EditedComment = z.input<typeof editedCommentSchema>;

/** Specification, section 3 (task comment), for anything that is commented on. */
export const commentSchema = z.object({
  id: idSchema,
  subject: subjectSchema,
  /** Markdown as its author wrote it. */
  content: z.string(),
  author: personSchema,
  /** Who is called by it. Only of people who could read it when it was written. */
  mentions: z.array(mentionSchema),
  attachments: z.array(attachmentSchema),
  createdAt: instantSchema,
  editedAt: instantSchema.nullable(),
  /** One more with each change. */
  version: z.number().int(),
});
export type Comment = z.infer<typeof commentSchema>;

/** What is left of a deleted comment: which it was. */
export const deletedCommentSchema = commentSchema.pick({ id: true, subject: true, version: true });
export type DeletedComment = z.infer<typeof deletedCommentSchema>;

/** What the viewer may do with the comments of a thing that they may read. */
export const commentRightsSchema = z.object({
  /** Write, and change what they wrote. */
  mayComment: z.boolean(),
  /** Delete what others wrote. */
  mayModerate: z.boolean(),
});
export type CommentRights = z.infer<typeof commentRightsSchema>;
