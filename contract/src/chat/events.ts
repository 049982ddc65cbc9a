import { z } from "zod";
import { defineCommand } from "../command.ts";
import { idSchema, sequenceSchema } from "../identifiers.ts";
import { channelSchema, headSchema } from "./channel-schemas.ts";
import { messageSchema, tombstoneSchema } from "./message-schemas.ts";
import { resumeCommand } from "./resume-command.ts";

/** A change to a channel: `seq` is its number in the stream, one more than the change before it. */
const inStream = { channelId: idSchema, seq: sequenceSchema };

/** Events about chat. A browser receives the events of the channels that its user is a member of. */
export const chatEvents = {
  "message.posted": z.object({ ...inStream, message: messageSchema }),
  "message.edited": z.object({ ...inStream, message: messageSchema }),
  "message.deleted": z.object({ ...inStream, message: tombstoneSchema }),
  /** Its reactions, its pin or what stands under it about its thread are different. */
  "message.changed": z.object({ ...inStream, message: messageSchema }),
  /** The viewer read a channel on another device, or a change of theirs moved the mark. */
  "channel.read": headSchema,
  /** The viewer became a member of a channel. */
  "channel.added": z.object({ channel: channelSchema }),
  /** Something of the viewer's own about a channel changed: their star, level, ownership. */
  "channel.updated": z.object({ channel: channelSchema }),
  /** The fields of a channel that all members see have changed. */
  "channel.changed": channelSchema
    .pick({ name: true, topic: true, description: true, isOwnersOnly: true, archivedAt: true })
    .extend({ channelId: idSchema }),
  /** Somebody joined or left. */
  "channel.counted": z.object({
    channelId: idSchema,
    memberCount: z.number().int(),
    hasGuests: z.boolean().optional(),
  }),
  /** The viewer is no longer a member: forget everything of it. */
  "channel.removed": z.object({ channelId: idSchema }),
  /** The viewer's threads or their counts are different: fetch them again where they are shown. */
  "threads.changed": z.object({ messageId: idSchema }),
  /** The viewer saved or unsaved a message on another device. */
  "saved.changed": z.object({ messageId: idSchema, isSaved: z.boolean() }),
  /** Somebody types, or has stopped. Shown for three seconds at most. Specification, section 4. */
  "typing.changed": z.object({
    channelId: idSchema,
    parentId: idSchema.nullable(),
    userId: idSchema,
    name: z.string(),
    isTyping: z.boolean(),
  }),
};

/**
 * The chat commands a browser sends over the socket. Everything else uses HTTP. Without permission for team chat, all
 * are refused.
 */
export const chatCommands = {
  "streams.resume": resumeCommand,
  /** True at the first key and once every two seconds, false on sending or stopping. Only in one's own channels. */
  "typing.set": defineCommand({
    forGuests: true,
    payload: z.object({ channelId: idSchema, parentId: idSchema.nullable(), isTyping: z.boolean() }),
    answer: z.object({}),
    rateLimit: { max: 40, windowSeconds: 10 },
  }),
  /** How many members of one of the viewer's channels are here at this moment; asked again while it is shown. */
  "presence.count": defineCommand({
    forGuests: true,
    payload: z.object({ channelId: idSchema }),
    answer: z.object({ online: z.number().int() }),
    rateLimit: { max: 40, windowSeconds: 10 },
  }),
};
