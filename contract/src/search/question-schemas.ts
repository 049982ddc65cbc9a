import { z } from "zod";
import { daySchema, idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { timeZoneSchema } from "../time-zone.ts";
import { hitCountSchema, hitSchema, searchKindSchema } from "./hit-schemas.ts";
import { hitPageSize, searchOrders, searchQueryMaxLength } from "./limits.ts";

export const searchTextSchema = storableTextSchema
  .trim()
  .max(
    searchQueryMaxLength,
    `A search can have at most ${searchQueryMaxLength.toLocaleString("en")} characters`,
  );

/** Another search, which finds something where this one finds nothing. */
export const otherSearchSchema = hitCountSchema.extend({ query: z.string() });

/** The same with one thing less asked for. */
export const loosenedSchema = otherSearchSchema.extend({
  /** The exclusions: operators in the query, and filters. */
  without: z.union([
    z.object({ operator: z.string() }),
    z.object({ filter: z.enum(["kind", "personId", "channelId", "departmentId", "dates", "hasFile"]) }),
  ]),
});
export type Loosened = z.infer<typeof loosenedSchema>;

/** A search. Fields that are left out do not filter. */
export const searchQuestionSchema = z.object({
  query: searchTextSchema.default(""),
  kind: searchKindSchema.optional(),
  /** The author or assignee, or the person to find. */
  personId: idSchema.optional(),
  /** Messages and files in this channel, and the channel itself. */
  channelId: idSchema.optional(),
  departmentId: idSchema.optional(),
  /** The first and the last day, of the viewer's time zone. */
  since: daySchema.optional(),
  until: daySchema.optional(),
  hasFile: z.stringbool().optional(),
  order: z.enum(searchOrders).default("best"),
  /** In which days begin. */
  timeZone: timeZoneSchema.default("UTC"),
  ...pageQuery({ size: hitPageSize, max: 50 }),
});
export type SearchQuestion = z.output<typeof searchQuestionSchema>;

export const searchAnswerSchema = pageOf(hitSchema).extend({
  /** For every kind the viewer may search, with all filters except the kind, in the order of the tabs. */
  counts: z.array(hitCountSchema.extend({ kind: searchKindSchema })),
  /** The sum of all counts. */
  total: hitCountSchema,
  /** Where nothing was found: the query with words that look like those, and how much that finds. */
  didYouMean: otherSearchSchema.nullable(),
  /** On the first page of few hits or none: those of the corrected words, or of most of the words. */
  fallback: z.object({ by: z.enum(["correction", "most-words"]), items: z.array(hitSchema) }).nullable(),
  /** Where nothing was found: with one thing less asked for. */
  loosened: z.array(loosenedSchema),
});
export type SearchAnswer = z.infer<typeof searchAnswerSchema>;
