import { z } from "zod";
import { defineRoute, rateLimits } from "../route.ts";
import { storableTextSchema } from "../text.ts";
import { draftMaxLength } from "./limits.ts";
import { draftSchema, draftSubjectSchema } from "./schemas.ts";

/** Routes for a person's drafts, which are the same on all their devices. */
export const draftRoutes = {
  listDrafts: defineRoute({
    method: "GET",
    path: "/api/drafts",
    summary: "The viewer's drafts, at most 200, last changed first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ drafts: z.array(draftSchema) }),
    errors: [],
  }),
  saveDraft: defineRoute({
    method: "PUT",
    path: "/api/drafts",
    summary: "Keep a draft of what is written to a subject; an empty one is thrown away.",
    access: "signed-in",
    rateLimit: { max: 240, windowSeconds: 60, by: "viewer" },
    body: z.object({
      subject: draftSubjectSchema,
      content: storableTextSchema.max(draftMaxLength),
    }),
    status: 204,
    errors: [],
  }),
};
