import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { personSchema } from "../people/schemas.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { conversationPageSize } from "./limits.ts";
import { askModelRoutes } from "./model-routes.ts";
import { conversationSchema, newTurnSchema, turnSchema } from "./schemas.ts";

const ofConversation = z.object({ conversationId: idSchema });
const ofTurn = ofConversation.extend({ turnId: idSchema });

/** Questions in plain words. A conversation is its asker's alone. */
export const askAiRoutes = {
  ...askModelRoutes,
  askQuestion: defineRoute({
    method: "POST",
    path: "/api/ask-ai/conversations/:conversationId/turns",
    summary:
      "Ask a question: the passages that answer it best, out of what the viewer may read. The first question starts the conversation. With `summary`, the passages are the unread messages of a channel, or a thread.",
    access: "signed-in",
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    params: ofConversation,
    body: newTurnSchema,
    status: 200,
    response: z.object({ turn: turnSchema }),
    errors: [
      "conversation_not_found",
      "conversation_full",
      "turn_id_taken",
      "forbidden",
      "channel_not_found",
      "message_not_found",
      "search_too_slow",
      "search_superseded",
    ],
  }),
  writeAnswer: defineRoute({
    method: "POST",
    path: "/api/ask-ai/conversations/:conversationId/turns/:turnId/answer",
    summary:
      "Have the language model write an answer over the passages of a question. It is streamed as server-sent events and ends when the connection is closed.",
    access: "signed-in",
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    params: ofTurn,
    status: 200,
    responseKind: "stream",
    errors: [
      "conversation_not_found",
      "model_off",
      "answer_under_way",
      "answer_complete",
      "answer_limit_reached",
    ],
  }),
  shareTurn: defineRoute({
    method: "PUT",
    path: "/api/ask-ai/conversations/:conversationId/turns/:turnId/sharing",
    summary: "Share a question and its answer with colleagues who have its link, or end that.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofTurn,
    body: z.object({ isShared: z.boolean() }),
    status: 204,
    errors: ["conversation_not_found"],
  }),
  getSharedTurn: defineRoute({
    method: "GET",
    path: "/api/ask-ai/shared/:turnId",
    summary: "A question that a colleague shared, with the passages that the viewer may read now.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: z.object({ turnId: idSchema }),
    status: 200,
    response: z.object({ turn: turnSchema, askedBy: personSchema }),
    errors: ["turn_not_found"],
  }),
  listConversations: defineRoute({
    method: "GET",
    path: "/api/ask-ai/conversations",
    summary: "The viewer's conversations, the last asked first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object(pageQuery({ size: conversationPageSize, max: 100 })),
    status: 200,
    response: pageOf(conversationSchema),
    errors: [],
  }),
  getConversation: defineRoute({
    method: "GET",
    path: "/api/ask-ai/conversations/:conversationId",
    summary: "A conversation of the viewer, with the passages that they may read now.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofConversation,
    status: 200,
    response: z.object({ conversation: conversationSchema, turns: z.array(turnSchema) }),
    errors: ["conversation_not_found"],
  }),
  deleteConversation: defineRoute({
    method: "DELETE",
    path: "/api/ask-ai/conversations/:conversationId",
    summary: "Delete a conversation of the viewer.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofConversation,
    status: 204,
    errors: ["conversation_not_found"],
  }),
  deleteConversations: defineRoute({
    method: "DELETE",
    path: "/api/ask-ai/conversations",
    summary: "Delete all conversations of the viewer.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    status: 204,
    errors: [],
  }),
  rateTurn: defineRoute({
    method: "PUT",
    path: "/api/ask-ai/conversations/:conversationId/turns/:turnId/rating",
    summary: "Say whether an answer helped; null takes it back.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofTurn,
    body: z.object({ isHelpful: z.boolean().nullable() }),
    status: 204,
    errors: ["conversation_not_found"],
  }),
};
