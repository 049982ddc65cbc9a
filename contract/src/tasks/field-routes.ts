import { z } from "zod";
import { formulaKinds } from "../fields/formulas/compile-formula.ts";
import {
  fieldChangeShape,
  formulaSchema,
  hasOptionsIfChoice,
  labelSchema,
  newFieldShape,
} from "../fields/settings-schemas.ts";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { formulaFaults, taskFieldKinds, taskFieldSetSchema, taskFieldValuesSchema } from "./field-schemas.ts";
import { maxTaskFields } from "./limits.ts";

const ofSet = { departmentId: idSchema.nullable(), version: z.int() };
const answer = z.object({ set: taskFieldSetSchema });
const ofField = z.object({ field: z.string().max(40) });
const errors = ["forbidden", "task_field_not_found", "changed_meanwhile"] as const;

export const newTaskFieldSchema = z
  .object({ ...ofSet, ...newFieldShape(taskFieldKinds) })
  .refine(hasOptionsIfChoice, { path: ["options"], message: "Add at least one option" });

export const newTaskFormulaSchema = z.object({ ...ofSet, label: labelSchema, formula: formulaSchema });

export const taskFieldChangeSchema = z.object({
  version: z.int(),
  ...fieldChangeShape,
  /** The formula of a computed field. */
  formula: formulaSchema.optional(),
});

/** The fields that a company adds to its tasks. */
export const taskFieldRoutes = {
  listTaskFields: defineRoute({
    method: "GET",
    path: "/api/task-fields",
    summary:
      "List the company's own fields of tasks: of all tasks, and of the departments whose tasks the viewer sees.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ sets: z.array(taskFieldSetSchema) }),
    errors: [],
  }),
  addTaskField: defineRoute({
    method: "POST",
    path: "/api/task-fields",
    summary: "Add a field to the tasks of a department, or to all tasks.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: newTaskFieldSchema,
    status: 200,
    response: answer,
    errors: ["forbidden", "department_not_found", "changed_meanwhile", "too_many_task_fields"],
  }),
  changeTaskField: defineRoute({
    method: "PATCH",
    path: "/api/task-fields/:field",
    summary: "Rename, retire or restore a field of tasks, or change its options. Tasks keep their values.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofField,
    body: taskFieldChangeSchema,
    status: 200,
    response: answer,
    errors: [
      ...errors,
      "task_option_used",
      "task_options_renaming",
      "too_many_task_fields",
      "too_many_task_formulas",
      "task_formula_wrong",
      "task_formula_uses",
    ],
  }),
  addTaskFormula: defineRoute({
    method: "POST",
    path: "/api/task-fields/formulas",
    summary: "Add a field that is computed from other fields to the tasks of a department, or to all tasks.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: newTaskFormulaSchema,
    status: 200,
    response: answer,
    errors: [
      "forbidden",
      "department_not_found",
      "changed_meanwhile",
      "too_many_task_fields",
      "too_many_task_formulas",
      "task_formula_wrong",
    ],
  }),
  previewTaskFormula: defineRoute({
    method: "POST",
    path: "/api/task-fields/formulas/preview",
    summary: "Compute a formula for a few tasks that the viewer sees, without storing it.",
    access: "signed-in",
    reads: true,
    rateLimit: rateLimits.write,
    body: z.object({
      departmentId: idSchema.nullable(),
      formula: formulaSchema,
      /** The field that is edited; left out for a new one. */
      field: z.string().max(40).optional(),
    }),
    status: 200,
    response: z.object({
      kind: z.enum(formulaKinds),
      /** The tasks that were changed last. */
      tasks: z.array(
        z.object({
          id: idSchema,
          title: z.string(),
          value: taskFieldValuesSchema.valueType,
          fault: z.enum(formulaFaults).nullable(),
        }),
      ),
    }),
    errors: ["forbidden", "task_formula_wrong", "task_formula_uses", "too_many_task_formulas"],
  }),
  orderTaskFields: defineRoute({
    method: "PUT",
    path: "/api/task-fields/order",
    summary: "Order the fields of the tasks of a department, or of all tasks.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: z.object({
      ...ofSet,
      /** The names of all fields, the retired ones among them. */
      order: z.array(z.string().max(40)).max(2 * maxTaskFields),
    }),
    status: 200,
    response: answer,
    errors,
  }),
};
