import { z } from "zod";
import { daySchema, idSchema, instantSchema } from "../identifiers.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { maxCardText, maxChecklistItems, maxFieldAliases } from "./limits.ts";

export const cardFieldKinds = [
  "text",
  "number",
  "money",
  "date",
  "choice",
  "person",
  "link",
  "checklist",
] as const;
export type CardFieldKind = (typeof cardFieldKinds)[number];

/** How a type of cards describes one of its fields. */
export const cardFieldSchema = z.object({
  /** The name in `data`; it never changes. */
  name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  label: z.string().min(1).max(60),
  kind: z.enum(cardFieldKinds),
  /** The options of a choice. */
  options: z.array(z.string().min(1).max(60)).max(50).optional(),
  /** Names that other systems have for options; `*` is any text. */
  aliases: z
    .array(z.object({ from: z.string().min(1).max(60), to: z.string().min(1).max(60) }))
    .max(maxFieldAliases)
    .optional(),
  /** Webhooks and imports may add options. */
  grows: z.boolean().optional(),
  /** A card cannot be without it. */
  isRequired: z.boolean().optional(),
  /** An administrator added it. */
  isAdded: z.boolean().optional(),
  /** Hidden; cards keep their values of it. */
  isRetired: z.boolean().optional(),
  /** Set while the values of cards are converted. */
  conversion: z
    .object({
      id: idSchema,
      /** The kind that values were of before. */
      from: z.enum(cardFieldKinds),
      /** For amounts of money without a currency. */
      currency: z.string().optional(),
      /** New names of options, by the former ones. */
      renames: z.record(z.string(), z.string()).optional(),
      /** Former names among these whose cards move to another option: theirs is removed, not renamed. */
      moved: z.array(z.string()).optional(),
    })
    .optional(),
});
export type CardField = z.infer<typeof cardFieldSchema>;

/** Minor units, so that sums are exact. */
export const moneySchema = z.object({
  amount: z.int().min(0).max(1_000_000_000_000),
  currency: z.string().regex(/^[A-Z]{3}$/, "Use a currency such as EUR"),
});
export type Money = z.infer<typeof moneySchema>;

const checklistSchema = z
  .array(
    z.object({
      text: storableTextSchema.min(1).max(200),
      isDone: z.boolean(),
      /** When it was ticked. */
      doneAt: instantSchema.optional(),
      /** In a list of approvals: the only person who can give this one. */
      personId: idSchema.optional(),
    }),
  )
  .max(maxChecklistItems);

/** The schemas for values of each kind of field. An empty value is null. */
export const fieldValueSchemas = {
  text: storableTextSchema.max(maxCardText),
  number: z.number().min(-1e12).max(1e12),
  money: moneySchema,
  date: daySchema,
  choice: storableTextSchema.max(60),
  person: idSchema,
  link: z.url({ protocol: /^https?$/ }).max(2_000),
  checklist: checklistSchema,
} as const satisfies Record<CardField["kind"], z.ZodType>;

/** Values by the names of their fields, as a browser sends them; the server checks each against its field. */
export const cardDataSchema = z.record(
  z.string().max(40),
  z.union([storableTextSchema.max(maxCardText), z.number(), moneySchema, checklistSchema]).nullable(),
);
export type CardData = z.infer<typeof cardDataSchema>;
