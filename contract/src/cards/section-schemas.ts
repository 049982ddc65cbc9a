import { z } from "zod";
import { stateTones } from "../state-tones.ts";
import type { CardField } from "./field-schemas.ts";
import { type CardView, cardViews, maxSectionNeeds } from "./limits.ts";

/** A step that cards go through. */
export const cardStageSchema = z.object({
  id: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  name: z.string().trim().min(1).max(60),
  kind: z.enum(["open", "won", "lost"]),
  /** In percent: how likely cards of this stage are won. */
  probability: z.int().min(0).max(100),
  /** Its colour, where one was chosen; else by its kind. */
  tone: z.enum(stateTones).optional(),
});
export type CardStage = z.infer<typeof cardStageSchema>;

/** The views that sections of administrators offer. */
export const ownViews = ["board", "table", "list", "calendar"] as const satisfies readonly CardView[];
export type OwnView = (typeof ownViews)[number];

/** The icons that sections of administrators choose from. */
export const sectionIcons = [
  "layers",
  "shapes",
  "circle-check-big",
  "book-open",
  "calendar",
  "chart-column",
  "clock",
  "hash",
  "key-round",
  "life-buoy",
  "lightbulb",
  "mail",
  "map-pin",
  "megaphone",
  "paperclip",
  "repeat",
  "shield",
  "star",
  "users",
] as const;

/** Tools that the page of a card offers in addition to its fields. */
export const cardTools = [
  /** Merging a card into another one of its section. */
  "merge",
  /** Accept, duplicate or decline new cards with the keys 1 to 3. */
  "triage",
  /** "It worked for me" and "It did not work", with the date. */
  "verify",
  /** Each reader ticks the steps for themselves. */
  "steps",
  /** Addresses with campaign parameters. */
  "utm",
  /** A task for the owner from the next step. */
  "task",
  /** A history of numbers by day, imported as CSV. */
  "series",
] as const;
export type CardTool = (typeof cardTools)[number];

const fieldNameSchema = z.string().max(40);

/** Requirements of a card before it may move to a stage. */
export const cardNeedSchema = z.object({
  stage: z.string().max(40),
  field: fieldNameSchema,
  is: z.enum([
    /** Not empty. */
    "filled",
    /** A checklist with at least one item, all of them done. */
    "done",
    /** Exactly `value`. */
    "equal",
    /** A date that is today or later. */
    "not_past",
    /** A release later than the one in the field `value`. */
    "newer",
    /** The person named in an approval field, who is not the owner, has approved this content. */
    "second_person",
    /** No card in the stage `value` covers today for the same environment, in the zone of that card. */
    "no_freeze",
  ]),
  value: z.string().max(60).default(""),
  /** For the person who moves it: "Get consent before you publish". */
  words: z.string().min(1).max(200),
  /** Where a card goes that no longer meets it; without one, the change that breaks it is refused. */
  otherwise: z.string().max(40).optional(),
});
export type CardNeed = z.infer<typeof cardNeedSchema>;

/** How a section looks and behaves; everything has a default, so that a section can be only stages and fields. */
export const sectionOptionsSchema = z.object({
  /** The first one is shown when the address names none. */
  views: z.array(z.enum(cardViews)).min(1).max(cardViews.length).default(["board", "table", "list"]),
  tools: z.array(z.enum(cardTools)).max(cardTools.length).default([]),
  needs: z.array(cardNeedSchema).max(maxSectionNeeds).default([]),
  /** A card goes to `stage` when anyone changes `field` to `value`. */
  moves: z
    .array(z.object({ field: fieldNameSchema, value: z.string().max(60), stage: z.string().max(40) }))
    .max(10)
    .default([]),
  /** Approvals, each given on the card by the person that the field names. */
  approvals: z
    .object({
      /** A person who approves the card, or a checklist of approvals. */
      fields: z.array(fieldNameSchema).min(1).max(5),
      /** The content that approvals are for: names of fields, `title` and `body`. All of it without a list. */
      covers: z.array(fieldNameSchema).max(40).optional(),
    })
    .optional(),
  /** Which fields some views go by. */
  layout: z
    .object({
      /** A choice: the lanes of the view of that name. */
      lane: fieldNameSchema,
      /** The first day; the due date is the last one. */
      starts: fieldNameSchema,
      /** The rows and columns of the grid, and what its cells say. */
      row: fieldNameSchema,
      column: fieldNameSchema,
      cell: fieldNameSchema,
      /** A line below the title. */
      line: fieldNameSchema,
      /** A badge, such as a severity. */
      badge: fieldNameSchema,
      /** Money that is used up, and what there is of it. */
      spent: fieldNameSchema,
      budget: fieldNameSchema,
      /** A checklist that each reader ticks for themselves. */
      steps: fieldNameSchema,
      /** The number that a series keeps the history of. */
      series: fieldNameSchema,
    })
    .partial()
    .default({}),
  /** The live figure of the overview: how many are in these stages; all open ones when there are none. */
  headline: z
    .object({ stages: z.array(z.string().max(40)).max(10), words: z.string().max(60) })
    .default({ stages: [], words: "open" }),
  /** Reports of other systems that webhooks turn into cards. */
  hooks: z.enum(["deployments", "runs", "alerts"]).optional(),
  /** The environment whose deployments the figures of delivery count. */
  production: z.string().max(60).optional(),
  /** Files that cards are made of: the operations of an API, or the tables of a database. */
  imports: z.enum(["openapi", "ddl"]).optional(),
  /** Cards in this stage are templates that new ones start from. They count nowhere. */
  templateStage: z.string().max(40).optional(),
  /** Sequences of tasks run while a card is in this stage. */
  sequenceStage: z.string().max(40).optional(),
  /** A stage of the kind "lost" asks for a reason. */
  asksReason: z.boolean().default(true),
  /** The label of the due date. */
  dueLabel: z.string().trim().min(1).max(60).default("Due"),
});
export type SectionOptions = z.infer<typeof sectionOptionsSchema>;

/** A section as it comes with Atoll. Later versions reach installations by a migration. */
export interface SectionDescription {
  slug: string;
  name: string;
  singular: string;
  stages: readonly CardStage[];
  fields: readonly CardField[];
  valueField?: string;
  staleDays?: number;
  options: z.input<typeof sectionOptionsSchema>;
}

export function sectionOptions(given: z.input<typeof sectionOptionsSchema>): SectionOptions {
  return sectionOptionsSchema.parse(given);
}
