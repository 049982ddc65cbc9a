import { z } from "zod";
import { daySchema, idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { storableTextSchema } from "../text.ts";

/** In code points, as messages are counted. Specification, section 9. */
export const taskTitleMaxLength = 120;
const taskDescriptionMaxLength = 8000;

/** In the order of the board. Specification, section 3 (task). */
const taskStatuses = ["todo", "in_progress", "in_review", "done", "archived"] as const;
const taskPriorities = ["urgent", "high", "medium", "low"] as const;

export const taskTitleSchema = storableTextSchema
  .trim()
  .min(1, "Title is required")
  .refine(
    (title) => [...title].length <= taskTitleMaxLength,
    `A title can have at most ${taskTitleMaxLength} characters`,
  );

export const taskDescriptionSchema = storableTextSchema
  .trim()
  .refine(
    (description) => [...description].length <= taskDescriptionMaxLength,
    `A description can have at most ${taskDescriptionMaxLength} characters`,
  );

/** What a browser sends. The id is its own, so that a task that is sent again is one task. */
export const newTaskSchema = z.object({
  id: idSchema,
  title: taskTitleSchema,
  description: taskDescriptionSchema.default(""),
  /** The message that it was made from. */
  sourceMessageId: idSchema.nullable().default(null),
});
export type NewTask = z.input<typeof newTaskSchema>;

export const taskSchema = z.object({
  id: idSchema,
  title: z.string(),
  description: z.string(),
  status: z.enum(taskStatuses),
  priority: z.enum(taskPriorities),
  /** A day without a time: it is due wherever that day is. */
  dueDate: daySchema.nullable(),
  createdBy: personSchema,
  assignee: personSchema.nullable(),
  departmentId: idSchema.nullable(),
  /** Only an id: whoever may not read the message finds nothing behind it. */
  sourceMessageId: idSchema.nullable(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type Task = z.infer<typeof taskSchema>;
