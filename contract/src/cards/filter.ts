import { z } from "zod";
import { readFieldFilter } from "../fields/filter.ts";
import { daySchema, idSchema } from "../identifiers.ts";
import { queryListSchema } from "../query-list.ts";
import { textToRead } from "../text/storable-text.ts";
import { timeZoneSchema } from "../time-zone.ts";
import { choicesSchema } from "./choices.ts";
import { isDueFilter } from "./list-search.ts";

/** Which cards of a section are asked for. All of it applies; what is left out sets no limit. */
export const cardFilterShape = {
  stage: z.string().max(40).optional(),
  ownerId: idSchema.optional(),
  /** Part of the name, the notes or a text of the fields, in any case. */
  q: z.string().max(100).optional(),
  /** Cards whose days, from the start to the due date, touch these. */
  from: daySchema.optional(),
  until: daySchema.optional(),
  /** Values of choice fields, as a query: `severity=S1&area=Tests`. All of them apply. */
  choices: choicesSchema.optional(),
  /** Several stages. Those that the section does not have limit nothing. */
  stages: queryListSchema(z.string().max(40)),
  /** People's IDs; "none" is nobody. */
  owners: queryListSchema(z.union([idSchema, z.literal("none")])),
  /** Open cards that nobody has changed for as long as the section allows. */
  stalled: z.stringbool().optional(),
  /** The due date: `2026-11-01..`, `..today-1`, `today..today+7`, or `none`. */
  due: z.string().max(40).refine(isDueFilter, "This is not a range of days").optional(),
  /** Values of fields, as a query: `size=Large&budget=100.. EUR&paid=`. All of the fields apply; unknown ones limit nothing. */
  fields: textToRead(8000).transform(readFieldFilter).optional(),
  /** The time zone in which `today` is read. */
  zone: timeZoneSchema.default("UTC"),
};

const cardFilterSchema = z.object(cardFilterShape);
export type CardFilter = z.output<typeof cardFilterSchema>;
