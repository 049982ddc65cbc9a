import { z } from "zod";
import { fieldShape, moneySchema } from "../fields/field-schemas.ts";
import type { FormulaField } from "../fields/formulas/formula-names.ts";
import { maxFieldText } from "../fields/limits.ts";
import { idSchema } from "../identifiers.ts";
import { storableTextSchema } from "../text/storable-text.ts";

/** The kinds of fields that tasks offer. Sub-tasks are their checklist. */
export const taskFieldKinds = [
  "text",
  "choice",
  "choices",
  "person",
  "date",
  "number",
  "money",
  "checkbox",
  "link",
] as const;
export type TaskFieldKind = (typeof taskFieldKinds)[number];

/** The kinds by which lists are grouped: a task has one value of them. */
export const groupedFieldKinds: readonly TaskFieldKind[] = ["choice", "person", "checkbox"];
/** The kinds by which lists are sorted. */
export const sortedFieldKinds: readonly TaskFieldKind[] = [
  "text",
  "number",
  "money",
  "date",
  "choice",
  "checkbox",
  "link",
];

/** A field of a company's own, of the tasks of a department or of all tasks. Its name is unique in the company. */
export const taskFieldSchema = z.object(fieldShape(taskFieldKinds));
export type TaskField = z.infer<typeof taskFieldSchema>;

/** The fields of the tasks of one department; of all tasks where it is null. */
export const taskFieldSetSchema = z.object({
  departmentId: idSchema.nullable(),
  /** Sent back with each change, so that nobody overwrites what they have not seen. 0 before the first one. */
  version: z.int(),
  /** In their order, the retired ones among them. */
  fields: z.array(taskFieldSchema),
  /** A job is computing the formulas of its tasks. */
  isComputing: z.boolean().optional(),
});
export type TaskFieldSet = z.infer<typeof taskFieldSetSchema>;

/** Values by the names of their fields; null empties one. The server checks each against its field. */
export const taskFieldValuesSchema = z.record(
  z.string().max(40),
  z
    .union([
      storableTextSchema.max(maxFieldText),
      z.number(),
      z.boolean(),
      // Computed amounts can be below zero; the fields that people fill refuse these.
      moneySchema.extend({ amount: z.int().min(-1e12).max(1e12) }),
      z.array(storableTextSchema.max(60)).max(50),
    ])
    .nullable(),
);
export type TaskFieldValues = z.infer<typeof taskFieldValuesSchema>;

/** The name of a field of the company's own, as `isOwnFieldName`. */
export const ownFieldNameSchema = z.templateLiteral(["own_", z.string().regex(/^[a-z0-9_]{0,36}$/)]);

/** The fields of every task that formulas can use, in addition to the company's own. Times are in hours. */
const taskFormulaFields: readonly FormulaField[] = [
  { name: "title", label: "Title", kind: "text" },
  { name: "status", label: "Status", kind: "text" },
  { name: "start", label: "Start date", kind: "date" },
  { name: "due", label: "Due date", kind: "date" },
  { name: "created", label: "Created", kind: "date" },
  { name: "estimate", label: "Estimate", kind: "number" },
  { name: "time", label: "Time tracked", kind: "number" },
];

/** Pure: what formulas of a set can use: its fields and those of all tasks, and the ones that come with Atoll. */
export function usableFields(sets: readonly TaskFieldSet[], departmentId: string | null): FormulaField[] {
  const own = sets
    .filter((set) => set.departmentId === null || set.departmentId === departmentId)
    .flatMap(({ fields }) => fields.filter(({ isRetired }) => !isRetired));
  return [...own, ...taskFormulaFields];
}

/** Reasons why a formula has no result on a task. */
export const formulaFaults = ["zero", "currencies", "large", "failed"] as const;
export type FormulaFault = (typeof formulaFaults)[number];
