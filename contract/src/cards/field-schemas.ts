import { z } from "zod";
import {
  fieldValueSchemas as allValueSchemas,
  checklistSchema,
  fieldShape,
  moneySchema,
} from "../fields/field-schemas.ts";
import { maxFieldText } from "../fields/limits.ts";
import { idSchema } from "../identifiers.ts";
import { storableTextSchema } from "../text/storable-text.ts";

/** The kinds of fields that sections offer. */
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
  ...fieldShape(cardFieldKinds),
  /** Webhooks and imports may add options. */
  grows: z.boolean().optional(),
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

const { choices: _choices, checkbox: _checkbox, ...cardValueSchemas } = allValueSchemas;
/** The schemas for values of each kind of field. An empty value is null. */
export const fieldValueSchemas = cardValueSchemas satisfies Record<CardFieldKind, z.ZodType>;

/** Values by the names of their fields, as a browser sends them; the server checks each against its field. */
export const cardDataSchema = z.record(
  z.string().max(40),
  z.union([storableTextSchema.max(maxFieldText), z.number(), moneySchema, checklistSchema]).nullable(),
);
export type CardData = z.infer<typeof cardDataSchema>;
