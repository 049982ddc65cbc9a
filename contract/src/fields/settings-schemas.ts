import { z } from "zod";
import { storableTextSchema } from "../text/storable-text.ts";
import { visible } from "../text/visible-text.ts";
import { choiceColours, type FieldKind } from "./field-schemas.ts";
import { maxFieldLabel, maxFieldOptions, maxFormula } from "./limits.ts";

/** The name of a field, an option or another part that a company gives a name. */
export const labelSchema = storableTextSchema
  .trim()
  .refine(...visible("Enter a name"))
  .max(maxFieldLabel, `Use at most ${maxFieldLabel} characters`);

export const fieldOptionsSchema = z
  .array(labelSchema)
  .min(1, "Add at least one option")
  .max(maxFieldOptions, `Use at most ${maxFieldOptions} options`)
  .refine((options) => areDifferent(options.map((name) => ({ name }))), "Give each option its own name");

export const coloursSchema = z.record(z.string().max(maxFieldLabel), z.enum(choiceColours));

/** A formula as a person writes it. */
export const formulaSchema = storableTextSchema
  .trim()
  .refine(...visible("Enter a formula"))
  .max(maxFormula, "Use at most 1,000 characters");

/** A field to add, of the kinds that an area offers. */
export const newFieldShape = <const Kind extends FieldKind>(kinds: readonly [Kind, ...Kind[]]) => ({
  label: labelSchema,
  kind: z.enum(kinds),
  options: fieldOptionsSchema.optional(),
  colours: coloursSchema.optional(),
});

/** The parts of a field that can be changed, in every area. */
export const fieldChangeShape = {
  label: labelSchema.optional(),
  isRetired: z.boolean().optional(),
  /** All options in their order. `was` names the one that is renamed; one that nothing uses can be left out. */
  options: z
    .array(z.object({ was: z.string().max(maxFieldLabel).optional(), name: labelSchema }))
    .min(1, "Add at least one option")
    .max(maxFieldOptions, `Use at most ${maxFieldOptions} options`)
    .refine(areDifferent, "Give each option its own name")
    .optional(),
  /** The options that replace removed ones. */
  optionMoves: z
    .array(z.object({ from: z.string().max(maxFieldLabel), to: z.string().max(maxFieldLabel) }))
    .max(maxFieldOptions)
    .optional(),
  /** By the new names of options. */
  colours: coloursSchema.optional(),
};

/** Pure: whether a field of this kind has the options that it needs. */
export function hasOptionsIfChoice({ kind, options }: { kind: FieldKind; options?: unknown }): boolean {
  return !hasOptions(kind) || options !== undefined;
}

/** Pure: whether fields of this kind have options. */
export const hasOptions = (kind: FieldKind) => kind === "choice" || kind === "choices";

/** Pure: whether no two have the same name. */
export function areDifferent(all: readonly { name: string }[]): boolean {
  return new Set(all.map(({ name }) => name.toLowerCase())).size === all.length;
}
