import { z } from "zod";
import { maxAttachments } from "../files/limits.ts";
import { attachmentSchema } from "../files/schemas.ts";
import { idSchema, instantSchema, sequenceSchema } from "../identifiers.ts";
import { mentionSchema } from "../mention-schema.ts";
import { personSchema } from "../people/schemas.ts";
import { maxMentions } from "../text/max-mentions.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { hasVisibleText } from "../text/visible-text.ts";
import { messageMaxLength } from "./limits.ts";

export const messagePageSize = 50;
/** Different emoji under one message; people under one emoji are not limited. */
export const maxReactionKinds = 50;
/** A message lists at most so many ids of the people under one emoji; `count` counts all. */
export const maxListedReactors = 200;

const textSchema = storableTextSchema
  .trim()
  .max(messageMaxLength, `A message can have at most ${messageMaxLength} characters`);

/** Text that has something to read in it. */
export const messageContentSchema = textSchema.refine(hasVisibleText, "Write something first");

/** The message a browser sends: text or at least one attachment. Specification, section 5 (chat send). */
export const newMessageSchema = z
  .object({
    id: idSchema,
    content: textSchema.default(""),
    /** The message whose thread this belongs to. */
    parentId: idSchema.nullable().default(null),
    /** The people named in the text with @; each name must stand in it. */
    mentionIds: z.array(idSchema).max(maxMentions).default([]),
    /** Files that were uploaded before, by this person, and belong to no message yet. */
    attachmentIds: z.array(idSchema).max(maxAttachments).default([]),
  })
  .refine(({ content, attachmentIds }) => hasVisibleText(content) || attachmentIds.length > 0, {
    path: ["content"],
    message: "Write something first",
  });
export type NewMessage = z.input<typeof newMessageSchema>;

const placeInStream = {
  id: idSchema,
  channelId: idSchema,
  /** The message whose thread this is a reply in; null in the channel itself. */
  parentId: idSchema.nullable(),
  /** The number of the change that created the message: its place in the channel, on every screen. */
  seq: sequenceSchema,
  /** The number of the last change to it (creation, edit, reaction, pin, reply, deletion). */
  changedSeq: sequenceSchema,
  createdAt: instantSchema,
};

export const reactionSchema = z.object({
  emoji: z.string(),
  count: z.number().int().min(1),
  /** The people who reacted, in order, at most `maxListedReactors`. */
  userIds: z.array(idSchema),
});
export type Reaction = z.infer<typeof reactionSchema>;

/** The summary below a message with replies. */
export const threadSummarySchema = z.object({
  replyCount: z.number().int().min(1),
  lastReplyAt: instantSchema,
  /** The last three people who replied, newest first. */
  repliers: z.array(personSchema).max(3),
});
export type ThreadSummary = z.infer<typeof threadSummarySchema>;

/** The poll of a message. It lists the people who chose an answer, unless it is anonymous, at most `maxListedReactors`. */
export const pollSchema = z.object({
  question: z.string(),
  options: z.array(
    z.object({
      text: z.string(),
      /** Null for an anonymous poll that is still open: each change would tell whose vote it is. */
      count: z.int().min(0).nullable(),
      userIds: z.array(idSchema),
    }),
  ),
  isMultiple: z.boolean(),
  isAnonymous: z.boolean(),
  voterCount: z.int().min(0),
  isClosed: z.boolean(),
});
export type Poll = z.infer<typeof pollSchema>;

/** A button of a program. What it means to the program stays on the server. */
export const buttonSchema = z.object({
  /** Another one with each message or answer, so that a press never reaches a button that took its place. */
  id: z.string(),
  label: z.string(),
  style: z.enum(["primary", "danger"]).optional(),
  /** Asked before the press is sent. */
  confirm: z.object({ title: z.string(), text: z.string(), verb: z.string() }).optional(),
});
export type ProgramButton = z.infer<typeof buttonSchema>;

export const messageSchema = z.object({
  ...placeInStream,
  deleted: z.literal(false),
  /** Deleted by its author, and kept as an empty place because others replied to it. */
  removed: z.boolean(),
  /** Markdown as the author wrote it. */
  content: z.string(),
  updatedAt: instantSchema,
  edited: z.boolean(),
  editedAt: instantSchema.nullable(),
  author: personSchema,
  mentions: z.array(mentionSchema),
  /** Everyone in the channel, or everyone who is here now, was called. */
  mentionsAll: z.enum(["channel", "here"]).nullable(),
  /** Whether it called the viewer with an @here: only those who were here then. Differs per viewer. */
  calledHere: z.boolean(),
  attachments: z.array(attachmentSchema),
  reactions: z.array(reactionSchema),
  thread: threadSummarySchema.nullable(),
  pinnedAt: instantSchema.nullable(),
  /** Left out for messages without one. */
  poll: pollSchema.optional(),
  /** The buttons of a program. Left out for messages without any. */
  buttons: z.array(buttonSchema).optional(),
});
export type Message = z.infer<typeof messageSchema>;

/** The remains of a deleted message: its place and author, so that counts stay correct. */
export const tombstoneSchema = z.object({ ...placeInStream, deleted: z.literal(true), authorId: idSchema });
export type Tombstone = z.infer<typeof tombstoneSchema>;

/** A message as its last change left it. */
export const changeSchema = z.discriminatedUnion("deleted", [messageSchema, tombstoneSchema]);
export type Change = z.infer<typeof changeSchema>;
