import { dueSchema, newTaskSchema, tagsSchema } from "@atoll/contract/tasks/schemas";
import { z } from "zod";

/** The fields of a new task as the server takes them. Loaded when the form is sent. */
export const newTaskFormSchema = newTaskSchema
  .pick({ title: true, description: true, status: true, priority: true, recurrence: true })
  .extend({
    dueDate: z
      .string()
      .transform((date) => (date === "" ? null : { date }))
      .pipe(dueSchema.nullable()),
    tags: z
      .string()
      .transform((text) => text.split(",").filter((part) => part.trim() !== ""))
      .pipe(tagsSchema),
    departmentId: z.string().transform((id) => (id === "" ? null : id)),
    assignees: z.array(z.object({ id: z.string() })),
  })
  .transform(({ dueDate, assignees, ...task }) => ({
    ...task,
    due: dueDate,
    // Counted from a day that was taken away again, it comes no more.
    recurrence: dueDate ? task.recurrence : null,
    assigneeId: assignees[0]?.id ?? null,
  }));
