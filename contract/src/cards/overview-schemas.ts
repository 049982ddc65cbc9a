import { z } from "zod";
import { instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { namedCardSchema } from "./link-schemas.ts";
import { cardFiguresSchema, cardTypeSchema } from "./schemas.ts";

/** Something that a person changed about a card: "Dev moved checkout 4.18.0 to Live". */
export const cardActivitySchema = z.object({
  id: z.string(),
  at: instantSchema,
  person: personSchema,
  lead: z.string(),
  about: z.string(),
  rest: z.string(),
  /** Where it can be seen: a path of the workspace. */
  link: z.string(),
});
export type CardActivity = z.infer<typeof cardActivitySchema>;

export const onCallSchema = z.object({ person: personSchema, until: instantSchema });

/** A department at a glance. */
export const overviewSchema = z.object({
  sections: z.array(z.object({ type: cardTypeSchema, figures: cardFiguresSchema })),
  changes: z.array(cardActivitySchema),
  people: z.array(personSchema),
  personCount: z.int(),
  onCall: onCallSchema.nullable(),
  coming: z.array(namedCardSchema),
  pinned: z.array(namedCardSchema),
});
export type Overview = z.infer<typeof overviewSchema>;

/** A dashboard's view: the viewer's open cards, the soonest due first. */
export const cardCardSchema = z.object({
  type: z.literal("cards"),
  cards: z.array(namedCardSchema),
  total: z.int(),
});
