import { z } from "zod";
import { maxFieldAliases } from "../fields/limits.ts";
import {
  areDifferent,
  fieldChangeShape,
  fieldOptionsSchema,
  hasOptionsIfChoice,
  labelSchema,
  newFieldShape,
} from "../fields/settings-schemas.ts";
import { idSchema } from "../identifiers.ts";
import { stateTones } from "../state-tones.ts";
import { cardFieldKinds, cardFieldSchema } from "./field-schemas.ts";
import { cardViews, maxFields, maxSections, maxStages } from "./limits.ts";
import { cardStageSchema, ownViews, sectionIcons } from "./section-schemas.ts";

/** A section as its settings show it, with the retired fields and what stands in it. */
export const sectionSettingsSchema = z.object({
  id: idSchema,
  departmentId: idSchema,
  departmentSlug: z.string(),
  slug: z.string(),
  name: z.string(),
  singular: z.string(),
  icon: z.string(),
  /** Administrators added it: name, stages and views can be changed, and every field. */
  isOwn: z.boolean(),
  /** Hidden from members; its cards are kept. */
  isArchived: z.boolean(),
  /** Only members who hold `cards/{view}` of its department read it. */
  isRestricted: z.boolean(),
  /** Sent back with each change, so that nobody overwrites what they have not seen. */
  version: z.int(),
  views: z.array(z.enum(cardViews)),
  /** With the number of cards in each. */
  stages: z.array(cardStageSchema.extend({ count: z.int() })),
  fields: z.array(cardFieldSchema),
  /** The field of money that is added up. */
  valueField: z.string().nullable(),
});
export type SectionSettings = z.infer<typeof sectionSettingsSchema>;

export const departmentSettingsSchema = z.object({
  department: z.object({ id: idSchema, slug: z.string(), name: z.string() }),
  sections: z.array(sectionSettingsSchema),
  /** Sections that can still be added. */
  left: z.int().max(maxSections),
});
export type DepartmentSettings = z.infer<typeof departmentSettingsSchema>;

const stageSchema = z.object({
  /** Absent for a new one. */
  id: z.string().max(40).optional(),
  name: labelSchema,
  kind: z.enum(["open", "won", "lost"]),
  /** Left out: as before. */
  tone: z.enum(stateTones).optional(),
});
const stagesSchema = z.array(stageSchema).max(maxStages).refine(areDifferent, "Give each stage its own name");
/** Those of a new section, which all get their ids from their names. */
const newStagesSchema = z
  .array(stageSchema.omit({ id: true }))
  .max(maxStages)
  .refine(areDifferent, "Give each stage its own name");
const viewsSchema = z.array(z.enum(ownViews)).min(1, "Choose at least one view").max(ownViews.length);

export const newFieldSchema = z
  .object(newFieldShape(cardFieldKinds))
  .refine(hasOptionsIfChoice, { path: ["options"], message: "Add at least one option" });

export const newSectionSchema = z.object({
  /** Made by the browser. The same section sent again is one section. */
  id: idSchema,
  name: labelSchema,
  /** One of its cards: "supplier". */
  singular: labelSchema,
  icon: z.enum(sectionIcons).default("layers"),
  views: viewsSchema.default(["table", "list"]),
  /** None: its cards are simply open. */
  stages: newStagesSchema.default([]),
  fields: z.array(newFieldSchema).max(maxFields).default([]),
});

export const sectionChangeSchema = z.object({
  version: z.int(),
  name: labelSchema.optional(),
  singular: labelSchema.optional(),
  icon: z.enum(sectionIcons).optional(),
  views: viewsSchema.optional(),
  /** All of them in their order; one that is left out is removed, as long as no card stands in it, or all of them move. */
  stages: stagesSchema.optional(),
  /** Where the cards of removed stages go. */
  stageMoves: z
    .array(z.object({ from: z.string().max(40), to: z.string().max(40) }))
    .max(maxStages)
    .optional(),
  isRestricted: z.boolean().optional(),
  valueField: z.string().max(40).nullable().optional(),
  isArchived: z.boolean().optional(),
  /** The names of all fields in their new order. */
  fieldOrder: z
    .array(z.string().max(40))
    .max(2 * maxFields)
    .optional(),
});

export const fieldChangeSchema = z.object({
  version: z.int(),
  ...fieldChangeShape,
  /** Webhooks and imports add options that the field does not have. */
  grows: z.boolean().optional(),
  /** All names that other systems have for options; `*` is any text. Where options can be added, one may be missing yet. */
  aliases: z
    .array(z.object({ from: labelSchema, to: labelSchema }))
    .max(maxFieldAliases, `Use at most ${maxFieldAliases} other names`)
    .refine((aliases) => areDifferent(aliases.map(({ from: name }) => ({ name }))), "Use each name once")
    .optional(),
});

/** The type that a field shall have. */
export const conversionSchema = z
  .object({
    kind: z.enum(cardFieldKinds),
    options: fieldOptionsSchema.optional(),
    /** For amounts that name none. */
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, "Use a currency such as EUR")
      .default("EUR"),
  })
  .refine(hasOptionsIfChoice, { path: ["options"], message: "Add at least one option" });

/** The effect of a change of a field's type on all cards of the section, deleted ones aside. */
export const conversionCheckSchema = z.object({
  /** The cards that have a value. */
  filled: z.int(),
  converts: z.int(),
  /** They would be kept as "Earlier value" on their card. */
  fails: z.int(),
  /** Earlier values that would come back, because they fit the type. */
  returns: z.int(),
  /** Null for an administrator who may not read the cards. */
  examples: z.array(z.object({ title: z.string(), value: z.string() })).nullable(),
});
export type ConversionCheck = z.infer<typeof conversionCheckSchema>;
