import { z } from "zod";
import { subjectSchema } from "../comments/schemas.ts";
import { idSchema, sequenceQuerySchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { maxReferences } from "./limits.ts";
import {
  documentStateSchema,
  documentUpdatesSchema,
  largeUpdateSchema,
  referenceSchema,
  savedUpdateSchema,
  unplacedTextSchema,
} from "./schemas.ts";

const documentParams = z.object({ kind: subjectSchema.shape.kind, subjectId: idSchema });

/** Drafts that several people write at once, of things of any kind. */
export const documentRoutes = {
  getDocument: defineRoute({
    method: "GET",
    path: "/api/documents/:kind/:subjectId",
    summary: "Get the draft of a thing as a Yjs document.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: documentParams,
    status: 200,
    response: documentStateSchema,
    errors: ["subject_not_found", "document_not_found"],
  }),
  listDocumentUpdates: defineRoute({
    method: "GET",
    path: "/api/documents/:kind/:subjectId/updates",
    summary: "Get the updates of a draft after the one that the page has.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: documentParams,
    query: z.object({ epoch: idSchema, since: sequenceQuerySchema }),
    status: 200,
    response: documentUpdatesSchema,
    errors: ["subject_not_found", "document_not_found", "document_ended"],
  }),
  saveDocumentUpdate: defineRoute({
    method: "POST",
    path: "/api/documents/:kind/:subjectId/updates",
    summary: "Send an update of a draft. The response comes once it is stored. Repeating it has no effect.",
    access: "signed-in",
    rateLimit: { max: 240, windowSeconds: 60, by: "viewer" },
    params: documentParams,
    body: largeUpdateSchema,
    bodyLimitBytes: 1024 * 1024,
    status: 200,
    response: savedUpdateSchema,
    errors: [
      "subject_not_found",
      "document_not_found",
      "document_ended",
      "document_outdated",
      "document_update_invalid",
      "document_paused",
      "document_too_large",
      "forbidden",
    ],
  }),
  listUnplacedTexts: defineRoute({
    method: "GET",
    path: "/api/documents/:kind/:subjectId/unplaced-texts",
    summary:
      "List the viewer's own words that others deleted from the draft of a thing without having seen them. They are kept for 90 days, also when the thing is deleted or no longer visible to the viewer.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: documentParams,
    status: 200,
    response: z.object({ texts: z.array(unplacedTextSchema) }),
    errors: [],
  }),
  discardUnplacedText: defineRoute({
    method: "DELETE",
    path: "/api/documents/:kind/:subjectId/unplaced-texts/:textId",
    summary: "Discard words of the viewer that have no place in a draft. Repeating it has no effect.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: documentParams.extend({ textId: idSchema }),
    status: 204,
    errors: [],
  }),
  attachDocumentFiles: defineRoute({
    method: "POST",
    path: "/api/documents/:kind/:subjectId/files",
    summary:
      "Attach files that the viewer uploaded for a thing, so that everyone who reads its draft sees them in it.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: documentParams,
    body: z.object({ attachmentIds: z.array(idSchema).min(1).max(20) }),
    status: 204,
    errors: ["subject_not_found", "document_not_found", "attachment_not_found", "forbidden"],
  }),
  findReferenceNames: defineRoute({
    method: "POST",
    path: "/api/reference-names",
    summary:
      "Get the names of the people, tasks, channels and articles that a text refers to, as far as the viewer may see them.",
    access: "signed-in",
    reads: true,
    rateLimit: rateLimits.write,
    body: z.object({ references: z.array(referenceSchema).min(1).max(maxReferences) }),
    status: 200,
    /** Missing things, and things the viewer cannot see, are left out. */
    response: z.object({ names: z.array(referenceSchema.extend({ name: z.string(), link: z.string() })) }),
    errors: [],
  }),
};
