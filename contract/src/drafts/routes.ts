import { z } from "zod";
import { defineRoute, rateLimits } from "../route.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { draftMaxLength } from "./limits.ts";
import { draftSchema, draftSubjectSchema } from "./schemas.ts";

/** Routes for a person's drafts, which are the same on all their devices. */
export const draftRoutes = {
  listDrafts: defineRoute({
    method: "GET",
    path: "/api/drafts",
    summary: "List the viewer's drafts, at most 200, most recently changed first.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ drafts: z.array(draftSchema) }),
    errors: [],
  }),
  saveDraft: defineRoute({
    method: "PUT",
    path: "/api/drafts",
    summary: "Save the viewer's draft for a subject. An empty text deletes it.",
    access: "signed-in",
    forGuests: true,
    rateLimit: { max: 240, windowSeconds: 60, by: "viewer" },
    body: z.object({
      subject: draftSubjectSchema,
      content: storableTextSchema.max(draftMaxLength),
    }),
    status: 204,
    errors: [],
  }),
};
