import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, type RateLimit, rateLimits } from "../route.ts";
import {
  newSensitiveCardSchema,
  revealReasonSchema,
  sensitiveCardChangeSchema,
  sensitiveCardSchema,
  sensitiveKeySchema,
  sensitiveLookSchema,
} from "./schemas.ts";

/** Few enough that nobody reads a whole vault in a minute. */
const revealLimit = { max: 20, windowSeconds: 60, by: "viewer" } as const satisfies RateLimit;

const perCard = { access: "signed-in", params: z.object({ cardId: idSchema }) } as const;
const card = z.object({ card: sensitiveCardSchema });

/** Sensitive cards. Specification, sections 2 and 6. Only `reveal` and `copy` answer a value, after the audit entry. */
export const sensitiveDataRoutes = {
  listCards: defineRoute({
    method: "GET",
    path: "/api/sensitive-cards",
    summary: "List the sensitive cards of every key that the viewer may see, without their values.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({
      keys: z.array(sensitiveKeySchema),
      /** The present names of all keys: those of their departments. */
      keyNames: z.record(sensitiveKeySchema, z.string()),
      cards: z.array(sensitiveCardSchema),
    }),
    errors: ["forbidden"],
  }),
  listLooks: defineRoute({
    method: "GET",
    path: "/api/sensitive-cards/looks",
    summary: "List the accesses to sensitive cards that the viewer may see, newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({
      ...pageQuery({ size: 30, max: 100 }),
      key: sensitiveKeySchema.optional(),
      cardId: idSchema.optional(),
    }),
    status: 200,
    response: pageOf(sensitiveLookSchema),
    errors: ["forbidden"],
  }),
  createCard: defineRoute({
    method: "POST",
    path: "/api/sensitive-cards",
    summary: "Add a sensitive card. Its value is encrypted before it is stored.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: newSensitiveCardSchema,
    status: 200,
    response: card,
    errors: ["forbidden", "sensitive_card_id_taken", "too_many_sensitive_cards", "person_not_found"],
  }),
  changeCard: defineRoute({
    ...perCard,
    method: "PATCH",
    path: "/api/sensitive-cards/:cardId",
    summary: "Change the title, value or owner of a sensitive card, or whether it needs two people.",
    rateLimit: rateLimits.write,
    body: sensitiveCardChangeSchema,
    status: 200,
    response: card,
    errors: ["sensitive_card_not_found", "forbidden", "changed_meanwhile", "person_not_found"],
  }),
  confirmOwner: defineRoute({
    ...perCard,
    method: "PUT",
    path: "/api/sensitive-cards/:cardId/owner/confirmation",
    summary: "Confirm the owner who inherited a card that needs two people, as another person who sees it.",
    rateLimit: rateLimits.write,
    body: z.object({ ownerId: idSchema }),
    status: 200,
    response: card,
    errors: ["sensitive_card_not_found", "own_request", "changed_meanwhile"],
  }),
  deleteCard: defineRoute({
    ...perCard,
    method: "DELETE",
    path: "/api/sensitive-cards/:cardId",
    summary: "Delete a sensitive card with its value. The audit log keeps its accesses.",
    rateLimit: rateLimits.write,
    status: 204,
    errors: ["sensitive_card_not_found", "forbidden"],
  }),
  reveal: defineRoute({
    ...perCard,
    method: "POST",
    path: "/api/sensitive-cards/:cardId/reveals",
    summary: "Reveal the value for 60 seconds. The reason is recorded, and the owner is notified.",
    // The work that maintenance is for may need the value.
    inMaintenance: "open",
    rateLimit: revealLimit,
    body: z.object({ id: idSchema, reason: revealReasonSchema }),
    status: 200,
    response: z.object({ value: z.string(), hidesAt: instantSchema }),
    errors: ["sensitive_card_not_found", "second_person_required", "change_id_taken"],
  }),
  copy: defineRoute({
    ...perCard,
    method: "POST",
    path: "/api/sensitive-cards/:cardId/copies",
    summary: "Get the value for the clipboard during the viewer's reveal. Recorded as a copy.",
    // The work that maintenance is for may need the value.
    inMaintenance: "open",
    rateLimit: revealLimit,
    body: z.object({ revealId: idSchema }),
    status: 200,
    response: z.object({ value: z.string() }),
    errors: ["sensitive_card_not_found", "reveal_over"],
  }),
  askForSecond: defineRoute({
    ...perCard,
    method: "POST",
    path: "/api/sensitive-cards/:cardId/requests",
    summary: "Ask a second person to approve a reveal of a card that needs two people.",
    rateLimit: rateLimits.write,
    body: z.object({ id: idSchema, reason: revealReasonSchema }),
    status: 200,
    response: card,
    errors: ["sensitive_card_not_found", "second_person_not_needed", "change_id_taken"],
  }),
  approve: defineRoute({
    access: "signed-in",
    method: "PUT",
    path: "/api/sensitive-cards/:cardId/requests/:requestId/approval",
    params: z.object({ cardId: idSchema, requestId: idSchema }),
    summary: "Approve another person's request: they may reveal the value once within 15 minutes.",
    rateLimit: rateLimits.write,
    status: 200,
    response: card,
    errors: ["sensitive_card_not_found", "own_request", "request_over"],
  }),
};
