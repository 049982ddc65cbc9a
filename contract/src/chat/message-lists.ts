import { z } from "zod";
import { idSchema, instantSchema, sequenceQuerySchema } from "../identifiers.ts";
import { channelTypeSchema } from "./channel-schemas.ts";
import { messagePageSize, messageSchema } from "./message-schemas.ts";

/** A page of a stream: before a number, or the newest. */
export const seqPage = {
  before: sequenceQuerySchema.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(messagePageSize),
};
/** Lists that cross channels go by time, with the id where times are equal. */
export const timePage = z.object({
  before: instantSchema.optional(),
  beforeId: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(50).default(30),
});

/** A message outside its channel: in a list of mentions, saved ones, pins or hits. */
export const messageInChannelSchema = z.object({
  message: messageSchema,
  channel: z.object({ id: idSchema, name: z.string(), type: channelTypeSchema }),
});
export type MessageInChannel = z.infer<typeof messageInChannelSchema>;

/** `listedAt` is when it came into the list: ask for the next page with it and the message's id. */
export const listedMessageSchema = messageInChannelSchema.extend({ listedAt: instantSchema });

/** A hit: the message, and the words that matched, to be marked in it. */
export const messageHitSchema = messageInChannelSchema.extend({
  /** What the query found in the text, as it stands there, lowercased: to be marked wherever it occurs. */
  words: z.array(z.string()),
});
export type MessageHit = z.infer<typeof messageHitSchema>;
