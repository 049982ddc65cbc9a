import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { cardSchema } from "./schemas.ts";

/** Events about cards, to those who may read their section. */
export const cardEvents = {
  /** A card is new or different. */
  "card.changed": z.object({ card: cardSchema }),
  "card.gone": z.object({ cardId: idSchema, typeId: idSchema }),
};
