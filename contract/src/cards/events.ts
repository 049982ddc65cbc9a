import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { cardSchema } from "./schemas.ts";

/** Events about cards, to those who may read their section. */
export const cardEvents = {
  /** A card is new or different. */
  "card.changed": z.object({ card: cardSchema }),
  "card.gone": z.object({ cardId: idSchema, typeId: idSchema }),
  /** The viewer ticked a step of a card for themselves, or took the tick back. To the sockets of that viewer only. */
  "card.steps": z.object({ cardId: idSchema, item: z.string(), isDone: z.boolean() }),
  /** An incident is new or different: its page and the lists are fetched again. */
  "incident.changed": z.object({ incidentId: idSchema, typeId: idSchema }),
  /** The status page shows something else: it is fetched again. To everyone. */
  "service-status.changed": z.object({}),
  /** Someone else is on call for a department, or a section of it looks different: its pages are fetched again. */
  "section.changed": z.object({
    departmentId: idSchema,
    /** Values of its cards were converted: lists of them are fetched again as well. */
    isRewritten: z.boolean().optional(),
  }),
};
