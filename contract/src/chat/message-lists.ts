import { z } from "zod";
import { idSchema, sequenceQuerySchema } from "../identifiers.ts";
import { pageQuery } from "../page.ts";
import { channelTypeSchema } from "./channel-schemas.ts";
import { messagePageSize, messageSchema } from "./message-schemas.ts";

/**
 * A page of a stream: before a number, or the newest. A stream is no list with cursors: a browser knows every number of
 * it, keeps it whole from there on by its changes, and may ask for the page around any of them (docs/guides/realtime.md).
 */
export const seqPage = {
  before: sequenceQuerySchema.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(messagePageSize),
};
/** How lists that cross channels are asked for. */
export const acrossChannels = pageQuery({ size: 30, max: 50 });

/** A message outside its channel: in a list of mentions, saved ones, pins or hits. */
export const messageInChannelSchema = z.object({
  message: messageSchema,
  channel: z.object({ id: idSchema, name: z.string(), type: channelTypeSchema }),
});
export type MessageInChannel = z.infer<typeof messageInChannelSchema>;

/** A thread that the viewer follows: the message it belongs to, and its replies of others that they have not read. */
export const threadEntrySchema = messageInChannelSchema.extend({ unread: z.number().int() });
export type ThreadEntry = z.infer<typeof threadEntrySchema>;

/** A hit: the message, and the words that matched, to be marked in it. */
export const messageHitSchema = messageInChannelSchema.extend({
  /** The matched words as they appear in the text, lowercased. Every occurrence is highlighted. */
  words: z.array(z.string()),
});
export type MessageHit = z.infer<typeof messageHitSchema>;
