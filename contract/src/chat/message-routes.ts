import { z } from "zod";
import { idSchema, sequenceQuerySchema, sequenceSchema } from "../identifiers.ts";
import { maxMentions } from "../mentions.ts";
import { pageOf } from "../page.ts";
import { personSchema } from "../people/schemas.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { acrossChannels, messageInChannelSchema, seqPage } from "./message-lists.ts";
import {
  changeSchema,
  emojiSchema,
  messageContentSchema,
  messageSchema,
  newMessageSchema,
} from "./message-schemas.ts";

const channelParams = z.object({ channelId: idSchema });
const messageParams = z.object({ messageId: idSchema });
const reactionParams = z.object({ messageId: idSchema, emoji: emojiSchema });
const oneMessage = z.object({ message: messageSchema });
const messageList = pageOf(messageInChannelSchema);

/** Messages, threads, reactions, pins. Specification, sections 2, 4, 5 and 7 (chat); docs/guides/realtime.md. */
export const messageRoutes = {
  listMessages: defineRoute({
    method: "GET",
    path: "/api/channels/:channelId/messages",
    summary:
      "A page of history without replies, oldest first: just before a number, around one, or the newest.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: channelParams,
    query: z.object({
      ...seqPage,
      /** Half of the page before this number, half from it on. */
      around: sequenceQuerySchema.optional(),
      /** A page that begins just after this number. */
      after: sequenceQuerySchema.optional(),
    }),
    status: 200,
    response: z.object({
      messages: z.array(messageSchema),
      /** Older ones exist. */
      hasMore: z.boolean(),
      /** Newer ones exist; only of pages asked for with `around` or `after`. */
      hasNewer: z.boolean(),
      /** The stream's number when the page was read: changes after it come as events or by `listChanges`. */
      head: sequenceSchema,
    }),
    errors: ["forbidden", "channel_not_found"],
  }),
  listChanges: defineRoute({
    method: "GET",
    path: "/api/channels/:channelId/changes",
    summary:
      "What changed after a number, replies included, in order of change; deleted messages come as tombstones.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: channelParams,
    query: z.object({
      since: sequenceQuerySchema,
      limit: z.coerce.number().int().min(1).max(200).default(200),
    }),
    status: 200,
    response: z.object({
      changes: z.array(changeSchema),
      /** Ask again with the last change's number. */
      hasMore: z.boolean(),
      head: sequenceSchema,
    }),
    errors: ["forbidden", "channel_not_found"],
  }),
  postMessage: defineRoute({
    method: "POST",
    path: "/api/channels/:channelId/messages",
    summary: "Send a message under an id made by the browser. The same id twice is one message.",
    access: "signed-in",
    rateLimit: { max: 120, windowSeconds: 60, by: "viewer" },
    params: channelParams,
    body: newMessageSchema,
    status: 201,
    response: oneMessage,
    errors: [
      "forbidden",
      "channel_not_found",
      "channel_archived",
      "owners_only",
      "person_left",
      "message_not_found",
      "message_id_taken",
      "attachment_not_found",
    ],
  }),
  getMessage: defineRoute({
    method: "GET",
    path: "/api/messages/:messageId",
    summary: "One message with its channel, for a link to it.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: messageParams,
    status: 200,
    response: messageInChannelSchema,
    errors: ["forbidden", "message_not_found"],
  }),
  editMessage: defineRoute({
    method: "PATCH",
    path: "/api/messages/:messageId",
    summary: "Replace the text of one's own message.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: messageParams,
    body: z.object({
      content: messageContentSchema,
      mentionIds: z.array(idSchema).max(maxMentions).default([]),
    }),
    status: 200,
    response: oneMessage,
    errors: ["forbidden", "message_not_found", "channel_archived"],
  }),
  deleteMessage: defineRoute({
    method: "DELETE",
    path: "/api/messages/:messageId",
    summary: "Delete one's own message. Deleting it again changes nothing.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: messageParams,
    status: 200,
    /** A tombstone, or an empty place when others replied to it. */
    response: z.object({ message: changeSchema }),
    errors: ["forbidden", "message_not_found"],
  }),
  addReaction: defineRoute({
    method: "PUT",
    path: "/api/messages/:messageId/reactions/:emoji",
    summary: "React to a message. Doing it again changes nothing.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: reactionParams,
    status: 200,
    response: oneMessage,
    errors: ["forbidden", "message_not_found", "too_many_reactions", "channel_archived"],
  }),
  removeReaction: defineRoute({
    method: "DELETE",
    path: "/api/messages/:messageId/reactions/:emoji",
    summary: "Take one's reaction back.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: reactionParams,
    status: 200,
    response: oneMessage,
    errors: ["forbidden", "message_not_found", "channel_archived"],
  }),
  listReactors: defineRoute({
    method: "GET",
    path: "/api/messages/:messageId/reactors",
    summary: "The people listed in the reactions to a message, in no particular order.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: messageParams,
    status: 200,
    response: z.object({ people: z.array(personSchema) }),
    errors: ["forbidden", "message_not_found"],
  }),
  pinMessage: defineRoute({
    method: "PUT",
    path: "/api/messages/:messageId/pin",
    summary: "Pin a message for everyone in the channel. Who may write there may pin.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: messageParams,
    status: 200,
    response: oneMessage,
    errors: ["forbidden", "message_not_found", "channel_archived", "owners_only", "too_many_pins"],
  }),
  unpinMessage: defineRoute({
    method: "DELETE",
    path: "/api/messages/:messageId/pin",
    summary: "Unpin a message.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: messageParams,
    status: 200,
    response: oneMessage,
    errors: ["forbidden", "message_not_found", "channel_archived", "owners_only"],
  }),
  listPins: defineRoute({
    method: "GET",
    path: "/api/channels/:channelId/pins",
    summary: "The pinned messages of a channel, last pinned first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: channelParams,
    status: 200,
    response: z.object({ messages: z.array(messageSchema) }),
    errors: ["forbidden", "channel_not_found"],
  }),
  listMentions: defineRoute({
    method: "GET",
    path: "/api/mentions",
    summary: "Messages that name the viewer or call everyone in a channel of theirs, newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object(acrossChannels),
    status: 200,
    response: messageList,
    errors: ["forbidden"],
  }),
  listSavedMessages: defineRoute({
    method: "GET",
    path: "/api/saved-messages",
    summary: "The messages the viewer saved, last saved first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object(acrossChannels),
    status: 200,
    response: messageList,
    errors: ["forbidden"],
  }),
  listSavedIn: defineRoute({
    method: "GET",
    path: "/api/channels/:channelId/saved-messages",
    summary: "Which messages of a channel the viewer saved, last saved first, at most 1,000.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: channelParams,
    status: 200,
    response: z.object({ messageIds: z.array(idSchema) }),
    errors: ["forbidden", "channel_not_found"],
  }),
  saveMessage: defineRoute({
    method: "PUT",
    path: "/api/saved-messages/:messageId",
    summary: "Save a message for oneself.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: messageParams,
    status: 204,
    errors: ["forbidden", "message_not_found"],
  }),
  unsaveMessage: defineRoute({
    method: "DELETE",
    path: "/api/saved-messages/:messageId",
    summary: "Save a message no longer.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: messageParams,
    status: 204,
    errors: ["forbidden", "message_not_found"],
  }),
};
