import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { atMost } from "../text/at-most.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { visible } from "../text/visible-text.ts";
import { taskFieldValuesSchema } from "./field-schemas.ts";
import { maxTemplateDays, maxTemplateParts } from "./limits.ts";
import { tagsSchema, taskDescriptionSchema, taskPrioritySchema, taskTitleSchema } from "./schemas.ts";
import { minutesSchema } from "./time-schemas.ts";

const labelSchema = (what: string) =>
  storableTextSchema
    .trim()
    .refine(...visible(`${what} needs a name`))
    .refine(...atMost("A name", 60));

/** The assignee of a task of a template: the user of the template chooses one person for each role. */
const templateAssigneeSchema = z.discriminatedUnion("is", [
  z.object({ is: z.literal("nobody") }),
  z.object({ is: z.literal("user") }),
  z.object({ is: z.literal("person"), id: idSchema }),
  z.object({ is: z.literal("role"), name: labelSchema("A role") }),
]);
export type TemplateAssignee = z.infer<typeof templateAssigneeSchema>;

const partShape = {
  title: taskTitleSchema,
  description: taskDescriptionSchema.default(""),
  priority: taskPrioritySchema.default("medium"),
  tags: tagsSchema.default([]),
  estimateMinutes: minutesSchema.nullable().default(null),
  /** Days after the one on which the template is used. */
  dueDays: z.int().min(0).max(maxTemplateDays).nullable().default(null),
  assignee: templateAssigneeSchema.default({ is: "nobody" }),
};

/** A sub-task of a template. */
export const templatePartSchema = z.object(partShape);
export type TemplatePart = z.output<typeof templatePartSchema>;

export const templateContentSchema = z.object({
  ...partShape,
  /** Values of the company's own fields. */
  fields: taskFieldValuesSchema.default({}),
  subtasks: z.array(templatePartSchema).max(maxTemplateParts).default([]),
});
export type TemplateContent = z.output<typeof templateContentSchema>;

export const savedTemplateSchema = z.object({
  /** 0 for a new one; else the version that was seen. */
  version: z.int().min(0),
  name: labelSchema("A template"),
  /** Null: of the viewer alone. */
  departmentId: idSchema.nullable(),
  content: templateContentSchema,
});

const shownPartSchema = z.object({
  title: z.string(),
  description: z.string(),
  priority: taskPrioritySchema,
  tags: z.array(z.string()),
  estimateMinutes: z.int().nullable(),
  dueDays: z.int().nullable(),
  assignee: templateAssigneeSchema,
});

/** A task with its sub-tasks, from which others are made. */
export const taskTemplateSchema = z.object({
  id: idSchema,
  name: z.string(),
  departmentId: idSchema.nullable(),
  version: z.int(),
  content: shownPartSchema.extend({ fields: taskFieldValuesSchema, subtasks: z.array(shownPartSchema) }),
  /** The people that it names, apart from former colleagues. */
  people: z.array(personSchema),
  canChange: z.boolean(),
});
export type TaskTemplate = z.infer<typeof taskTemplateSchema>;
