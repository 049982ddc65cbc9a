import { z } from "zod";
import { daySchema, idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { storableTextSchema } from "../text.ts";
import { cardDataSchema, cardFieldSchema } from "./field-schemas.ts";
import { maxCardBody, maxCardsAtOnce, maxCardTitle, maxStageReason } from "./limits.ts";

/** A step that cards go through. */
export const cardStageSchema = z.object({
  id: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  name: z.string().min(1).max(60),
  kind: z.enum(["open", "won", "lost"]),
  /** In percent: how likely what stands here is won. */
  probability: z.int().min(0).max(100),
});
export type CardStage = z.infer<typeof cardStageSchema>;

/** A section of a department: what its cards are called, go through and hold. */
export const cardTypeSchema = z.object({
  id: idSchema,
  departmentId: idSchema,
  slug: z.string(),
  name: z.string(),
  /** One of them: "deal". */
  singular: z.string(),
  stages: z.array(cardStageSchema),
  fields: z.array(cardFieldSchema),
  fieldsVersion: z.int(),
  /** The field of money that totals are made of. */
  valueField: z.string().nullable(),
  /** An open card counts as stalled after so many days without a change. */
  staleDays: z.int().nullable(),
});
export type CardType = z.infer<typeof cardTypeSchema>;

const titleSchema = storableTextSchema
  .trim()
  .min(1, "Title is required")
  .max(maxCardTitle, `Use at most ${maxCardTitle} characters`);
const bodySchema = storableTextSchema.max(maxCardBody);
const stageIdSchema = z.string().max(40);
const reasonSchema = storableTextSchema.trim().max(maxStageReason);

export const newCardSchema = z.object({
  /** Made by the browser. The same card sent again is one card. */
  id: idSchema,
  title: titleSchema,
  body: bodySchema.default(""),
  /** The first stage when left out. */
  stage: stageIdSchema.optional(),
  ownerId: idSchema.nullable().default(null),
  dueOn: daySchema.nullable().default(null),
  data: cardDataSchema.default({}),
});

/** One change of one card or of many: only the fields that are named. */
export const cardChangeSchema = z.object({
  changeId: idSchema,
  cardIds: z.array(idSchema).min(1).max(maxCardsAtOnce),
  set: z
    .object({
      title: titleSchema,
      body: bodySchema,
      stage: stageIdSchema,
      /** Why it is lost; required where the stage is one of what is lost. */
      reason: reasonSchema,
      ownerId: idSchema.nullable(),
      dueOn: daySchema.nullable(),
      /** Merged into what is there; null empties a field. */
      data: cardDataSchema,
      isDeleted: z.literal(true),
    })
    .partial()
    .refine((set) => Object.keys(set).length > 0, "There is nothing to change"),
  /** With a stage: the card that it goes directly behind; null: in front of all. Left out: behind all. */
  afterId: idSchema.nullable().optional(),
});
export type CardChange = z.input<typeof cardChangeSchema>;

export const cardSchema = z.object({
  id: idSchema,
  typeId: idSchema,
  title: z.string(),
  body: z.string(),
  stage: z.string(),
  stageSince: instantSchema,
  reason: z.string(),
  /** Orders the cards of a stage, by code unit. */
  rank: z.string(),
  owner: personSchema.nullable(),
  dueOn: z.string().nullable(),
  data: cardDataSchema,
  commentCount: z.int(),
  version: z.int(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type Card = z.infer<typeof cardSchema>;

const moneyTotalSchema = z.object({
  currency: z.string(),
  /** In minor units. */
  amount: z.number(),
  /** By the probability of the stage. */
  weighted: z.number(),
});
export type MoneyTotal = z.infer<typeof moneyTotalSchema>;

/** What stands in each stage, and what follows from it; counted in the database. */
export const cardFiguresSchema = z.object({
  stages: z.array(z.object({ stage: z.string(), count: z.int(), totals: z.array(moneyTotalSchema) })),
  /** Open cards that nobody has changed for `staleDays`. */
  stalled: z.int(),
  /** Closed in the last 90 days. */
  closed: z.object({ won: z.int(), lost: z.int() }),
});
export type CardFigures = z.infer<typeof cardFiguresSchema>;

export const cardHistoryEntrySchema = z.object({
  id: z.string(),
  person: personSchema,
  at: instantSchema,
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type CardHistoryEntry = z.infer<typeof cardHistoryEntrySchema>;
