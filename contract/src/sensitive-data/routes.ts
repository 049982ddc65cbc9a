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
    summary: "The sensitive cards of every key that the viewer may see, without their values.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ keys: z.array(sensitiveKeySchema), cards: z.array(sensitiveCardSchema) }),
    errors: ["forbidden"],
  }),
  listLooks: defineRoute({
    method: "GET",
    path: "/api/sensitive-cards/looks",
    summary: "Who looked at sensitive cards that the viewer may see, the newest first.",
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
    summary: "Rename a sensitive card, replace its value or its owner, or ask for two people.",
    rateLimit: rateLimits.write,
    body: sensitiveCardChangeSchema,
    status: 200,
    response: card,
    errors: ["sensitive_card_not_found", "forbidden", "changed_meanwhile", "person_not_found"],
  }),
  deleteCard: defineRoute({
    ...perCard,
    method: "DELETE",
    path: "/api/sensitive-cards/:cardId",
    summary: "Delete a sensitive card with its value. The audit log keeps who looked at it.",
    rateLimit: rateLimits.write,
    status: 204,
    errors: ["sensitive_card_not_found", "forbidden"],
  }),
  reveal: defineRoute({
    ...perCard,
    method: "POST",
    path: "/api/sensitive-cards/:cardId/reveals",
    summary: "Show the value for 60 seconds, recorded with the reason; the owner is notified.",
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
    summary: "The value for the clipboard, while a reveal of the viewer's is open; recorded as a copy.",
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
    summary: "Ask for a second person to approve a look at a card that needs two people.",
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
    summary: "Approve somebody else's request: they may look once, within 15 minutes.",
    rateLimit: rateLimits.write,
    status: 200,
    response: card,
    errors: ["sensitive_card_not_found", "own_request", "request_over"],
  }),
};
