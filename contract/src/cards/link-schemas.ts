import { z } from "zod";
import { daySchema, idSchema, instantSchema } from "../identifiers.ts";
import { cardLinkKinds } from "./limits.ts";

/** A thing that a card links to. */
export const cardLinkSchema = z.object({ kind: z.enum(cardLinkKinds), id: idSchema });
export type CardLink = z.infer<typeof cardLinkSchema>;

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

/** A thing that a card links to, as its reader sees it. */
export const linkedThingSchema = cardLinkSchema.extend({
  /** Empty for a message. */
  title: z.string(),
  /** The beginning of what a message says; empty for others. */
  text: z.string(),
  /** Where it opens. */
  link: z.string(),
  /** When an event is, and when anything else was made. */
  at: instantSchema,
  /** The section and the stage of a card; empty for others. */
  note: z.string(),
});
export type LinkedThing = z.infer<typeof linkedThingSchema>;
