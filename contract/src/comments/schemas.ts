import { z } from "zod";
import { maxAttachments } from "../files/limits.ts";
import { attachmentSchema } from "../files/schemas.ts";
import { idSchema, instantSchema } from "../identifiers.ts";
import { mentionSchema } from "../mention-schema.ts";
import { personSchema } from "../people/schemas.ts";
import { atMost } from "../text/at-most.ts";
import { maxMentions } from "../text/max-mentions.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { hasVisibleText } from "../text/visible-text.ts";
import { commentMaxLength, threadContextLength, threadQuoteMaxLength } from "./limits.ts";

/** The thing that is commented on, of a kind that a slice has registered, such as `task`. */
export const subjectSchema = z.object({ kind: z.string().min(1).max(40), id: idSchema });
export type Subject = z.infer<typeof subjectSchema>;

const textSchema = storableTextSchema.trim().refine(...atMost("A comment", commentMaxLength));

/** A part of a thing, such as a step of a page: its anchor, and its words when the comment was written. */
export const commentPartSchema = z.object({
  anchor: z
    .string()
    .max(200)
    .regex(/^[\p{L}\p{M}\p{N}_-]+$/u),
  quote: storableTextSchema.trim().min(1).max(200),
});
export type CommentPart = z.infer<typeof commentPartSchema>;

const contextSchema = storableTextSchema.max(threadContextLength);
const positionSchema = storableTextSchema.max(300);

/**
 * Words of a text that a thread is about. Another version of the text has them where the quote is found, with the words
 * around it to choose among equal quotes.
 */
export const commentWordsSchema = z.object({
  quote: storableTextSchema.min(1).max(threadQuoteMaxLength),
  prefix: contextSchema,
  suffix: contextSchema,
  /** Their range in a shared document: two relative positions of Yjs as JSON. It follows every edit of the document. */
  range: z.object({ from: positionSchema, to: positionSchema }).optional(),
});
export type CommentWords = z.infer<typeof commentWordsSchema>;

const mentionIdsSchema = z.array(idSchema).max(maxMentions).default([]);

/**
 * The comment a browser sends: text or at least one file. The browser generates the ID, so that sending it again does
 * not create a second comment.
 */
export const newCommentSchema = z
  .object({
    id: idSchema,
    content: textSchema.default(""),
    /** The people named in the text with @; each name must stand in it. */
    mentionIds: mentionIdsSchema,
    /** Files that this person uploaded for comments, and that belong to none yet. */
    attachmentIds: z.array(idSchema).max(maxAttachments).default([]),
    /** The part it is about; absent: the whole. */
    about: commentPartSchema.optional(),
    /** The thread that it belongs to: with words, it starts the thread; without, it answers in one. */
    thread: z.object({ id: idSchema, words: commentWordsSchema.optional() }).optional(),
  })
  .refine(({ content, attachmentIds }) => hasVisibleText(content) || attachmentIds.length > 0, {
    path: ["content"],
    message: "Write something first",
  });
export type NewComment = z.input<typeof newCommentSchema>;

export const editedCommentSchema = z.object({
  content: textSchema.refine(hasVisibleText, "Write something first"),
  mentionIds: mentionIdsSchema,
  /** The version that was edited. If there is a newer one, the edit is refused. */
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
  /** The mentioned people who could read it when it was written. */
  mentions: z.array(mentionSchema),
  attachments: z.array(attachmentSchema),
  /** The part it is about; absent: the whole. */
  about: commentPartSchema.optional(),
  /** The thread on words that it belongs to. */
  threadId: idSchema.optional(),
  createdAt: instantSchema,
  editedAt: instantSchema.nullable(),
  /** One more with each change. */
  version: z.number().int(),
});
export type Comment = z.infer<typeof commentSchema>;

/** A deleted comment: only what identifies it. */
export const deletedCommentSchema = commentSchema.pick({
  id: true,
  subject: true,
  threadId: true,
  version: true,
});
export type DeletedComment = z.infer<typeof deletedCommentSchema>;

/** The viewer's permissions for the comments of a thing that they may read. */
export const commentRightsSchema = z.object({
  /** Write, and change what they wrote. */
  mayComment: z.boolean(),
  /** Delete what others wrote. */
  mayModerate: z.boolean(),
});
export type CommentRights = z.infer<typeof commentRightsSchema>;

/** Whether a thread is open, as everyone who reads it sees it. */
export const threadStateSchema = z.object({
  id: idSchema,
  subject: subjectSchema,
  resolved: z.object({ at: instantSchema, by: personSchema }).nullable(),
  /** One more with each change of its state. */
  version: z.number().int(),
});
export type ThreadState = z.infer<typeof threadStateSchema>;

/** Comments on selected words of a text. */
export const commentThreadSchema = threadStateSchema.extend({
  /** Null where they were erased. */
  words: commentWordsSchema.nullable(),
  createdAt: instantSchema,
  /** Oldest first; never none. */
  comments: z.array(commentSchema),
});
export type CommentThread = z.infer<typeof commentThreadSchema>;
