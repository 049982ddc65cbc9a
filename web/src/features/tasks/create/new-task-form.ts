import type { Person } from "@atoll/contract/people/schemas";
import type { TaskPriority, TaskStatus } from "@atoll/contract/tasks/limits";
import { dueSchema, type NewRecurrence, newTaskSchema, tagsSchema } from "@atoll/contract/tasks/schemas";
import { z } from "zod";

/** Opens the form for a new task of a status, with a title that was typed elsewhere. */
export type AddTask = (status: TaskStatus, title?: string) => void;

/** The fields of a new task as they are typed. */
export interface NewTaskFields {
  title: string;
  description: string;
  status: TaskStatus;
  priority: TaskPriority;
  dueDate: string;
  /** Apart by commas. */
  tags: string;
  departmentId: string;
  recurrence: NewRecurrence | null;
  assignees: Person[];
}

/** The same as the server takes it. */
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
