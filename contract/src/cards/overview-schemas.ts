import { z } from "zod";
import { daySchema, idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { cardFiguresSchema, cardTypeSchema } from "./schemas.ts";

/** A card as lists of several sections show it. */
export const namedCardSchema = z.object({
  id: idSchema,
  title: z.string(),
  /** Where it opens. */
  link: z.string(),
  /** The section and the stage, by their names. */
  section: z.string(),
  stage: z.string(),
  dueOn: daySchema.nullable(),
});
export type NamedCard = z.infer<typeof namedCardSchema>;

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
