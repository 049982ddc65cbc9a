import { z } from "zod";
import { defineCommand } from "../command.ts";
import { idSchema, sequenceSchema } from "../identifiers.ts";
import { channelSchema, headSchema } from "./channel-schemas.ts";
import { maxResumedChannels } from "./limits.ts";
import { messageSchema, tombstoneSchema } from "./message-schemas.ts";

/** A browser that is further behind requests the channel's changes with `listChanges`. */
export const maxMissedChanges = 25;
/** So many changes are told at once, of all channels together. */
export const maxMissedInAll = 100;

/** Where a browser stands in a channel, and what it needs to stand there, if it said where it stood. */
const resumedHeadSchema = headSchema.extend({
  /** The fields the channel list shows. Absent if the browser knows the channel's head. */
  preview: channelSchema.pick({ lastActivity: true, lastMessage: true }).optional(),
  /** Every change after the one up to which the browser held all, as `listChanges`; absent if there is none, or too many. */
  missed: z.array(z.union([messageSchema, tombstoneSchema])).optional(),
});
export type ResumedHead = z.infer<typeof resumedHeadSchema>;

/** Where a browser says that it stands. */
const positionSchema = z.object({
  channelId: idSchema,
  /** The last change that its list of channels knows of. */
  head: sequenceSchema,
  /** The number up to which it holds the channel's messages, if it holds them. */
  held: z.optional(sequenceSchema),
});
export type ResumePosition = z.output<typeof positionSchema>;

/**
 * All that a browser needs after a cut, in one question: where it stands in each of its channels, and what it missed,
 * all of the same moment.
 */
export const resumeCommand = defineCommand({
  forGuests: true,
  payload: z.object({ positions: z.array(positionSchema).max(maxResumedChannels) }),
  answer: z.object({ heads: z.array(resumedHeadSchema), unreadThreads: z.number().int() }),
  rateLimit: { max: 20, windowSeconds: 10 },
});
