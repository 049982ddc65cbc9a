import { z } from "zod";
import { idSchema, sequenceSchema } from "../identifiers.ts";
import { pageOf } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { acrossChannels, seqPage, threadEntrySchema } from "./message-lists.ts";
import { messageSchema } from "./message-schemas.ts";

const messageParams = z.object({ messageId: idSchema });

/** A thread is the replies to one message, with a following and an unread count of its own. */
export const threadRoutes = {
  listReplies: defineRoute({
    method: "GET",
    path: "/api/messages/:messageId/replies",
    summary: "List a thread's messages, oldest first, ending just before a sequence number or at the newest.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.read,
    params: messageParams,
    query: z.object(seqPage),
    status: 200,
    response: z.object({
      messages: z.array(messageSchema),
      hasMore: z.boolean(),
      head: sequenceSchema,
      lastReadSeq: sequenceSchema,
      isFollowing: z.boolean(),
    }),
    errors: ["forbidden", "message_not_found"],
  }),
  listThreads: defineRoute({
    method: "GET",
    path: "/api/threads",
    summary: "List the threads the viewer follows, most recent reply first.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.read,
    query: z.object(acrossChannels),
    status: 200,
    response: pageOf(threadEntrySchema),
    errors: ["forbidden"],
  }),
  followThread: defineRoute({
    method: "PUT",
    path: "/api/messages/:messageId/following",
    summary: "Follow a thread. Replying or being mentioned in it follows it too.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.write,
    params: messageParams,
    status: 204,
    errors: ["forbidden", "message_not_found"],
  }),
  unfollowThread: defineRoute({
    method: "DELETE",
    path: "/api/messages/:messageId/following",
    summary: "Unfollow a thread.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.write,
    params: messageParams,
    status: 204,
    errors: ["forbidden", "message_not_found"],
  }),
  markThreadRead: defineRoute({
    method: "PUT",
    path: "/api/messages/:messageId/read",
    summary: "Mark a thread as read up to a sequence number.",
    access: "signed-in",
    forGuests: true,
    inMaintenance: "open",
    rateLimit: rateLimits.read,
    params: messageParams,
    body: z.object({ seq: sequenceSchema }),
    status: 204,
    errors: ["forbidden", "message_not_found"],
  }),
};
