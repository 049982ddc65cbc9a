import { z } from "zod";
import { idSchema, sequenceSchema } from "../identifiers.ts";
import { channelSchema, headSchema, messageSchema, tombstoneSchema } from "./schemas.ts";

/** A change to a channel: `seq` is its number in the stream, one more than the change before it. */
const inStream = { channelId: idSchema, seq: sequenceSchema };

/** What the server sends about chat. A browser receives the events of the channels it is a member of. */
export const chatEvents = {
  "message.posted": z.object({ ...inStream, message: messageSchema }),
  "message.edited": z.object({ ...inStream, message: messageSchema }),
  "message.deleted": z.object({ ...inStream, message: tombstoneSchema }),
  /** The viewer read a channel on another device, or a change of theirs moved the mark. */
  "channel.read": headSchema,
  /** The viewer became a member of a channel. */
  "channel.added": z.object({ channel: channelSchema }),
  /** The viewer is no longer a member: forget everything of it. */
  "channel.removed": z.object({ channelId: idSchema }),
};
