import { z } from "zod";
import { daySchema, idSchema, instantSchema } from "../identifiers.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import {
  maxChecklistItems,
  maxFieldAliases,
  maxFieldLabel,
  maxFieldOptions,
  maxFieldText,
  maxStoredFormula,
} from "./limits.ts";

/** Every kind of field that a company can add to something. Each area offers some of them. */
export const fieldKinds = [
  "text",
  "number",
  "money",
  "date",
  "choice",
  "choices",
  "person",
  "checkbox",
  "link",
  "checklist",
] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** The colours of choices: tones of the kit, so that each is readable in every theme. */
export const choiceColours = ["grey", "blue", "green", "yellow", "red", "purple", "teal"] as const;
export type ChoiceColour = (typeof choiceColours)[number];

const optionSchema = z.string().min(1).max(maxFieldLabel);

/** How an area describes one of its fields, of the kinds that it offers. */
export const fieldShape = <const Kind extends FieldKind>(kinds: readonly [Kind, ...Kind[]]) => ({
  /** The name in the values; it never changes. */
  name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  label: z.string().min(1).max(maxFieldLabel),
  kind: z.enum(kinds),
  /** The options of a choice. */
  options: z.array(optionSchema).max(maxFieldOptions).optional(),
  /** By option; one without a colour is grey. */
  colours: z.record(z.string(), z.enum(choiceColours)).optional(),
  /** Names that other systems have for options, and former names; `*` is any text. */
  aliases: z
    .array(z.object({ from: optionSchema, to: optionSchema }))
    .max(maxFieldAliases)
    .optional(),
  /** A thing cannot be without it. */
  isRequired: z.boolean().optional(),
  /** A person added it. */
  isAdded: z.boolean().optional(),
  /** Hidden; its values are kept. */
  isRetired: z.boolean().optional(),
  /** Its values are computed by this formula, with the names of fields in braces, and cannot be changed. */
  formula: z.string().max(maxStoredFormula).optional(),
});

/** A field, as far as all areas share it. */
export interface Field<Kind extends FieldKind = FieldKind> {
  name: string;
  label: string;
  kind: Kind;
  options?: string[] | undefined;
  colours?: Record<string, ChoiceColour> | undefined;
  aliases?: { from: string; to: string }[] | undefined;
  isRequired?: boolean | undefined;
  isAdded?: boolean | undefined;
  isRetired?: boolean | undefined;
  formula?: string | undefined;
}

/** Returns whether a formula computes the values of a field, so that nobody writes them. */
export function isComputed({ formula }: Pick<Field, "formula">): boolean {
  return formula !== undefined;
}

/** Minor units, so that sums are exact. */
export const moneySchema = z.object({
  amount: z.int().min(0).max(1_000_000_000_000),
  currency: z.string().regex(/^[A-Z]{3}$/, "Use a currency such as EUR"),
});
export type Money = z.infer<typeof moneySchema>;

export const checklistSchema = z
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

const choicesSchema = z
  .array(storableTextSchema.min(1).max(maxFieldLabel))
  .min(1)
  .max(maxFieldOptions)
  .refine((all) => new Set(all).size === all.length, "Choose each option once");

/** The schemas for values of each kind of field. An empty value is null. */
export const fieldValueSchemas = {
  text: storableTextSchema.max(maxFieldText),
  number: z.number().min(-1e12).max(1e12),
  money: moneySchema,
  date: daySchema,
  choice: storableTextSchema.max(maxFieldLabel),
  choices: choicesSchema,
  person: idSchema,
  // A box that is not ticked has no value.
  checkbox: z.boolean().refine((isTicked) => isTicked),
  link: z.url({ protocol: /^https?$/ }).max(2_000),
  checklist: checklistSchema,
} as const satisfies Record<FieldKind, z.ZodType>;

/** A value of a field of these kinds. */
export type FieldValueOf<Kind extends FieldKind> = z.infer<(typeof fieldValueSchemas)[Kind]>;
export type FieldValue = FieldValueOf<FieldKind>;
/** Values by the names of their fields; null is empty. */
export type FieldValues<Kind extends FieldKind = FieldKind> = Record<string, FieldValueOf<Kind> | null>;

/** The option that a value or an address means: one that was renamed is still found under its former name. */
export function currentOption(
  { options = [], aliases = [] }: Pick<Field, "options" | "aliases">,
  value: string,
): string | undefined {
  if (options.includes(value)) return value;
  const to = aliases.find(({ from }) => from === value)?.to;
  return to !== undefined && options.includes(to) ? to : undefined;
}

/** The names that values may still have for an option: its own, and those that it had before. */
export function namesOfOption({ aliases = [] }: Pick<Field, "aliases">, option: string): string[] {
  return [option, ...aliases.flatMap(({ from, to }) => (to === option && !from.includes("*") ? [from] : []))];
}
