import { z } from "zod";
import { idSchema, instantSchema, namedSchema, sequenceSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { nameSchema } from "../text/names.ts";
import { storableTextSchema } from "../text/storable-text.ts";

/** A group direct chat has so many people at most, the viewer included. */
export const maxGroupSize = 9;

export const channelTypeSchema = z.enum(["PUBLIC", "PRIVATE", "DIRECT"]);
export type ChannelType = z.infer<typeof channelTypeSchema>;

export const channelNameSchema = nameSchema(80);
export const channelTopicSchema = storableTextSchema.trim().max(250, "Use at most 250 characters");
export const channelDescriptionSchema = storableTextSchema.trim().max(1000, "Use at most 1000 characters");
/** The search text that filters a list of channels or members. */
export const listSearchSchema = storableTextSchema.trim().max(100).default("");

/** A person's notification level for a channel. */
export const notifyLevelSchema = z.enum(["all", "mentions", "none"]);
export type NotifyLevel = z.infer<typeof notifyLevelSchema>;

/** Where a person stands in a channel. Replies in threads are counted with their threads, but for what names them. */
export const readStateSchema = z.object({
  /** Everything up to this number has been read. */
  lastReadSeq: sequenceSchema,
  /** Messages of others after it that were not deleted. */
  unread: z.number().int().min(0),
  /** Those of them that call the person, by name or with everyone. */
  unreadMentions: z.number().int().min(0),
  /** Replies that name the person, in threads of the channel that they have not read so far. */
  threadMentions: z.number().int().min(0),
});

/** The number of a channel's last change, and where the viewer stands. */
export const headSchema = readStateSchema.extend({
  channelId: idSchema,
  head: sequenceSchema,
  /** They were brought in and have not opened it yet. */
  isAdded: z.boolean(),
});
export type Head = z.infer<typeof headSchema>;

export const lastMessageSchema = z.object({
  id: idSchema,
  seq: sequenceSchema,
  authorId: idSchema,
  authorName: z.string(),
  /** The beginning of the text, at most 200 characters; the browser cuts it to its place. Empty: '[Attachment]'. */
  content: z.string(),
  createdAt: instantSchema,
});

export const channelSchema = readStateSchema.extend({
  id: idSchema,
  name: z.string(),
  type: channelTypeSchema,
  topic: z.string(),
  description: z.string(),
  departmentId: idSchema.nullable(),
  /** Members are the department's, and change with it. */
  followsDepartment: z.boolean(),
  /** Only owners may write. */
  isOwnersOnly: z.boolean(),
  archivedAt: instantSchema.nullable(),
  memberCount: z.number().int(),
  /** Whether guests read along; left out by a version before. */
  hasGuests: z.boolean().optional(),
  lastActivity: instantSchema,
  head: sequenceSchema,
  /** The other people of a direct chat, at most eight; empty for channels. */
  peers: z.array(personSchema),
  lastMessage: lastMessageSchema.nullable(),
  isStarred: z.boolean(),
  isOwner: z.boolean(),
  notify: notifyLevelSchema,
  isMuted: z.boolean(),
  /** The person who added the viewer, until the viewer has opened the channel. */
  addedBy: namedSchema.nullable(),
  /** Whether the viewer may post. The server checks again. */
  canPost: z.boolean(),
  canManage: z.boolean(),
});
export type Channel = z.infer<typeof channelSchema>;

/** A member, as the list of members shows them. */
export const memberSchema = personSchema.extend({
  isOwner: z.boolean(),
  joinedAt: instantSchema,
});
export type Member = z.infer<typeof memberSchema>;

/** A public channel, as somebody who may not be in it yet sees it. */
export const directoryEntrySchema = z.object({
  id: idSchema,
  name: z.string(),
  topic: z.string(),
  description: z.string(),
  memberCount: z.number().int(),
  lastActivity: instantSchema,
  isMember: z.boolean(),
});
export type DirectoryEntry = z.infer<typeof directoryEntrySchema>;
