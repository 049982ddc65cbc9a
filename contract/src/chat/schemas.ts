import { z } from "zod";
import { idSchema, instantSchema, sequenceSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";

/** The longest message, in UTF-16 code units as the browser counts them. */
export const messageMaxLength = 8000;
/** The part of a message that lists show. Specification, section 9: cut at 80 characters plus an ellipsis. */
export const previewMaxLength = 80;
export const messagePageSize = 50;

export const channelTypeSchema = z.enum(["PUBLIC", "PRIVATE", "DIRECT"]);
export type ChannelType = z.infer<typeof channelTypeSchema>;

/** Text that has something to read in it. NUL is refused because PostgreSQL cannot store it. */
export const messageContentSchema = z
  .string()
  .trim()
  .min(1, "Write something first")
  .max(messageMaxLength, `A message can have at most ${messageMaxLength} characters`)
  .refine((text) => !text.includes("\u0000"), "This text has a character that cannot be stored");

const placeInStream = {
  id: idSchema,
  channelId: idSchema,
  /** The number of the change that created the message: its place in the channel, on every screen. */
  seq: sequenceSchema,
  /** The number of the last change to it (creation, edit, deletion). */
  changedSeq: sequenceSchema,
  createdAt: instantSchema,
};

export const messageSchema = z.object({
  ...placeInStream,
  deleted: z.literal(false),
  content: z.string(),
  updatedAt: instantSchema,
  edited: z.boolean(),
  editedAt: instantSchema.nullable(),
  author: personSchema,
});
export type Message = z.infer<typeof messageSchema>;

/** What is left of a deleted message: where it was, and whose, so that counts stay right. */
export const tombstoneSchema = z.object({ ...placeInStream, deleted: z.literal(true), authorId: idSchema });
export type Tombstone = z.infer<typeof tombstoneSchema>;

/** A message as its last change left it. */
export const changeSchema = z.discriminatedUnion("deleted", [messageSchema, tombstoneSchema]);
export type Change = z.infer<typeof changeSchema>;

/** Where a person stands in a channel. */
export const readStateSchema = z.object({
  /** Everything up to this number has been read. */
  lastReadSeq: sequenceSchema,
  /** Messages of others after it that were not deleted. */
  unread: z.number().int().min(0),
});

/** The number of a channel's last change, and where the viewer stands. */
export const headSchema = readStateSchema.extend({ channelId: idSchema, head: sequenceSchema });
export type Head = z.infer<typeof headSchema>;

export const lastMessageSchema = z.object({
  id: idSchema,
  seq: sequenceSchema,
  authorId: idSchema,
  authorName: z.string(),
  /** The beginning of the text, at most 200 characters; the browser cuts it to its place. */
  content: z.string(),
  createdAt: instantSchema,
});

export const channelSchema = readStateSchema.extend({
  id: idSchema,
  name: z.string(),
  type: channelTypeSchema,
  description: z.string(),
  departmentId: idSchema.nullable(),
  memberCount: z.number().int(),
  lastActivity: instantSchema,
  head: sequenceSchema,
  /** The other person of a direct channel. */
  peer: personSchema.nullable(),
  lastMessage: lastMessageSchema.nullable(),
});
export type Channel = z.infer<typeof channelSchema>;
