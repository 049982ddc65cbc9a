import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { cardLinkSchema, linkedThingSchema, namedCardSchema } from "./link-schemas.ts";

/** Links between cards and other things. Each reader is shown what they may read. */
export const cardLinkRoutes = {
  listCardLinks: defineRoute({
    method: "GET",
    path: "/api/cards/:cardId/links",
    summary: "What a card links to and which cards link to it, as far as the viewer may read them.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: z.object({ cardId: idSchema }),
    status: 200,
    response: z.object({
      links: z.array(linkedThingSchema),
      cards: z.array(namedCardSchema),
      /** Whether the card has as many links as it has room for, with those that the viewer may not read. */
      isFull: z.boolean(),
    }),
    errors: ["card_not_found"],
  }),
  listLinkingCards: defineRoute({
    method: "GET",
    path: "/api/card-links/:kind/:id",
    summary: "The cards that link to a thing, as far as the viewer may read them.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: cardLinkSchema,
    status: 200,
    response: z.object({ cards: z.array(namedCardSchema) }),
    errors: ["card_link_not_found"],
  }),
};
