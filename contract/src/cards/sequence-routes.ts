import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { cardSchema } from "./schemas.ts";
import { newSequenceSchema, sequenceSchema } from "./sequence-schemas.ts";

const ofType = z.object({ typeId: idSchema });
const ofSequence = ofType.extend({ sequenceId: idSchema });

/** Named steps that a section keeps, each of which becomes a task for the owner of a card. */
export const sequenceRoutes = {
  listSequences: defineRoute({
    method: "GET",
    path: "/api/card-types/:typeId/sequences",
    summary: "List the sequences of a section by name.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofType,
    status: 200,
    response: z.object({ sequences: z.array(sequenceSchema) }),
    errors: ["section_not_found"],
  }),
  saveSequence: defineRoute({
    method: "PUT",
    path: "/api/card-types/:typeId/sequences/:sequenceId",
    summary: "Add or change a sequence. Cards that are in it keep the steps they started with.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofSequence,
    /** The version that the change was made from; 0 adds the sequence. */
    body: newSequenceSchema.extend({ version: z.int().min(0) }),
    status: 200,
    response: z.object({ sequence: sequenceSchema }),
    errors: [
      "section_not_found",
      "card_sequence_not_found",
      "card_sequence_name_taken",
      "too_many_card_sequences",
      "changed_meanwhile",
    ],
  }),
  deleteSequence: defineRoute({
    method: "DELETE",
    path: "/api/card-types/:typeId/sequences/:sequenceId",
    summary: "Delete a sequence. Cards that are in it finish it.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofSequence,
    status: 204,
    errors: ["section_not_found", "card_sequence_not_found"],
  }),
  startSequence: defineRoute({
    method: "POST",
    path: "/api/cards/:cardId/sequence",
    summary:
      "Start a sequence for a card and create the task of its first step. Sent again, it is done once.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ cardId: idSchema }),
    body: z.object({ changeId: idSchema, sequenceId: idSchema }),
    status: 200,
    response: z.object({ card: cardSchema }),
    errors: [
      "card_not_found",
      "card_sequence_not_found",
      "card_not_ready",
      "change_id_taken",
      "forbidden",
      "assignee_unavailable",
    ],
  }),
};
