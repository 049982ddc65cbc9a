import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { storableTextSchema } from "../text.ts";
import { draftSchema } from "./draft-schema.ts";
import { messageMaxLength } from "./limits.ts";

/** What was begun and not sent, on every device of a person. */
export const draftRoutes = {
  listDrafts: defineRoute({
    method: "GET",
    path: "/api/drafts",
    summary: "The viewer's drafts, at most 200, last changed first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ drafts: z.array(draftSchema) }),
    errors: ["forbidden"],
  }),
  saveDraft: defineRoute({
    method: "PUT",
    path: "/api/drafts",
    summary: "Keep a draft; an empty one is thrown away.",
    access: "signed-in",
    rateLimit: { max: 240, windowSeconds: 60, by: "viewer" },
    body: z.object({
      channelId: idSchema,
      parentId: idSchema.nullable().default(null),
      content: storableTextSchema.max(messageMaxLength),
    }),
    status: 204,
    errors: ["forbidden", "channel_not_found", "message_not_found"],
  }),
};
