import { z } from "zod";
import { maxChecklistItems } from "../fields/limits.ts";
import { daySchema, idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { visible } from "../text/visible-text.ts";
import { operationSchema } from "./api-schemas.ts";
import { cardDataSchema, cardFieldSchema } from "./field-schemas.ts";
import {
  maxCardBody,
  maxCardLinks,
  maxCardsAtOnce,
  maxCardTitle,
  maxChecklistItem,
  maxFields,
  maxStageReason,
} from "./limits.ts";
import { cardLinkSchema } from "./link-schemas.ts";
import { cardStageSchema, sectionOptionsSchema } from "./section-schemas.ts";
import { enrolmentSchema } from "./sequence-schemas.ts";

/** A section of a department: what its cards are called, go through and hold. */
export const cardTypeSchema = z.object({
  id: idSchema,
  departmentId: idSchema,
  slug: z.string(),
  name: z.string(),
  /** One of them: "deal". */
  singular: z.string(),
  icon: z.string(),
  /** Administrators added it. */
  isOwn: z.boolean(),
  stages: z.array(cardStageSchema),
  fields: z.array(cardFieldSchema),
  fieldsVersion: z.int(),
  /** The field of money that totals are made of. */
  valueField: z.string().nullable(),
  /** An open card counts as stalled after so many days without a change. */
  staleDays: z.int().nullable(),
  options: sectionOptionsSchema,
});
export type CardType = z.infer<typeof cardTypeSchema>;

const titleSchema = storableTextSchema
  .trim()
  .refine(...visible("Title is required"))
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

/** Values of a card as a form was filled with them. */
const seenCardSchema = z
  .object({
    title: z.string(),
    body: z.string(),
    stage: z.string(),
    reason: z.string(),
    ownerId: idSchema.nullable(),
    dueOn: z.string().nullable(),
    data: cardDataSchema,
  })
  .partial();

/** An item of a checklist that is done, or no longer done. */
const cardTickSchema = z.object({
  field: z.string().max(40),
  item: z.string().max(maxChecklistItem),
  isDone: z.boolean(),
});
export type CardTick = z.infer<typeof cardTickSchema>;

/** An item that is added to the end of a checklist. */
const addedItemSchema = z.object({
  field: z.string().max(40),
  item: storableTextSchema.trim().min(1).max(maxChecklistItem),
});
export type AddedItem = z.infer<typeof addedItemSchema>;

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
      /** Ticks of checklists, each for itself: what other people tick or write at the same time stays. */
      ticks: z.array(cardTickSchema).min(1).max(maxChecklistItems),
      /** Items of checklists, each behind those that other people add at the same time. */
      added: z.array(addedItemSchema).min(1).max(maxChecklistItems),
      /** Things that the card links to from now on, and no longer. Other links stay. */
      linked: z.array(cardLinkSchema).min(1).max(maxCardLinks),
      unlinked: z.array(cardLinkSchema).min(1).max(maxCardLinks),
      isPinned: z.boolean(),
      /** Fields whose earlier values are no longer needed. */
      clearEarlier: z.array(z.string().max(40)).max(maxFields),
      /** The card of the same section that this one is the same as: it fills its empty fields and leaves the lists. */
      mergedIntoId: idSchema.nullable(),
      isDeleted: z.literal(true),
    })
    .partial()
    .refine((set) => Object.keys(set).length > 0, "There is nothing to change"),
  /** With a stage: the card that it goes directly behind; null: in front of all. Left out: behind all. */
  afterId: idSchema.nullable().optional(),
  /** The values that an edit began with, of the fields that it sets: refused where someone else has changed one since. */
  seen: seenCardSchema.optional(),
});
export type CardChange = z.input<typeof cardChangeSchema>;

/** An approval that a person gave to one exact content of a card. */
export const cardApprovalSchema = z.object({
  field: z.string(),
  /** The item of a checklist of approvals; empty for a person field. */
  item: z.string(),
  /** Null for one from before approvals named their person. */
  personId: idSchema.nullable(),
  at: instantSchema,
});
export type CardApproval = z.infer<typeof cardApprovalSchema>;

/** The viewer's own approval of a card. */
export const approvalSchema = z.object({
  changeId: idSchema,
  field: z.string().max(40),
  item: z.string().max(200).default(""),
  /** The content that the approver saw. */
  content: z.string().max(64),
  /** False takes back the viewer's approval. */
  isApproved: z.boolean(),
});

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
  /** Values that did not fit when the type of their field was changed, as text, by the name of the field. */
  earlier: z.record(z.string(), z.array(z.string())),
  /** Given for the content as it is now. */
  approvals: z.array(cardApprovalSchema),
  /** Names the content that approvals are for; empty where the section has none. */
  content: z.string(),
  commentCount: z.int(),
  isPinned: z.boolean(),
  mergedIntoId: idSchema.nullable(),
  version: z.int(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type Card = z.infer<typeof cardSchema>;

/** A card with everything that its page shows. */
export const openCardSchema = z.object({
  card: cardSchema,
  type: cardTypeSchema,
  /** The cards that were merged into this one. */
  merged: z.array(z.object({ id: idSchema, title: z.string() })),
  /** The people that its fields name. */
  people: z.array(personSchema),
  /** The steps that the viewer has done. */
  ownSteps: z.array(z.string()),
  /** The history of its number, the oldest first. */
  series: z.array(z.object({ day: daySchema, value: z.number() })),
  /** The sequence that it is in, or was in last. */
  enrolment: enrolmentSchema.nullable(),
  /** The operation of an API that it was imported from. */
  operation: operationSchema.nullable(),
});
export type OpenCard = z.infer<typeof openCardSchema>;

const moneyTotalSchema = z.object({
  currency: z.string(),
  /** In minor units. */
  amount: z.number(),
  /** By the probability of the stage. */
  weighted: z.number(),
});
export type MoneyTotal = z.infer<typeof moneyTotalSchema>;

/** Counts and totals of each stage; the database counts them. */
export const cardFiguresSchema = z.object({
  stages: z.array(z.object({ stage: z.string(), count: z.int(), totals: z.array(moneyTotalSchema) })),
  /** Open cards that nobody has changed for `staleDays`. */
  stalled: z.int(),
  /** Closed in the last 90 days. */
  closed: z.object({ won: z.int(), lost: z.int() }),
});
export type CardFigures = z.infer<typeof cardFiguresSchema>;

/** The sums of a list of cards: for each number field, and each currency of an amount. */
export const cardTotalsSchema = z.object({
  count: z.int(),
  sums: z.array(
    z.object({
      field: z.string(),
      /** Null for numbers. */
      currency: z.string().nullable(),
      /** Amounts in minor units. */
      sum: z.number(),
    }),
  ),
});
export type CardTotals = z.infer<typeof cardTotalsSchema>;

export const cardHistoryEntrySchema = z.object({
  id: z.string(),
  person: personSchema,
  at: instantSchema,
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type CardHistoryEntry = z.infer<typeof cardHistoryEntrySchema>;
