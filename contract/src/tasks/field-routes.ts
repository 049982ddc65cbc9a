import { z } from "zod";
import { fieldChangeShape, hasOptionsIfChoice, newFieldShape } from "../fields/settings-schemas.ts";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { taskFieldKinds, taskFieldSetSchema } from "./field-schemas.ts";
import { maxTaskFields } from "./limits.ts";

const ofSet = { departmentId: idSchema.nullable(), version: z.int() };
const answer = z.object({ set: taskFieldSetSchema });
const ofField = z.object({ field: z.string().max(40) });
const errors = ["forbidden", "task_field_not_found", "changed_meanwhile"] as const;

export const newTaskFieldSchema = z
  .object({ ...ofSet, ...newFieldShape(taskFieldKinds) })
  .refine(hasOptionsIfChoice, { path: ["options"], message: "Add at least one option" });

export const taskFieldChangeSchema = z.object({ version: z.int(), ...fieldChangeShape });

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
    errors: [...errors, "task_option_used", "task_options_renaming", "too_many_task_fields"],
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
