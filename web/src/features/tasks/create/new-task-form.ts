import { type Person, personSchema } from "@atoll/contract/people/schemas";
import { type TaskPriority, type TaskStatus, taskPriorities } from "@atoll/contract/tasks/limits";
import { dueSchema, type NewRecurrence, newTaskSchema, tagsSchema } from "@atoll/contract/tasks/schemas";
import { z } from "zod";
import { parseJson } from "../../../lib/shape.ts";

/** The form as it was left, which may be invalid. The column is not part of it. */
const draftSchema = z.object({
  title: z.string(),
  description: z.string(),
  priority: z.enum(taskPriorities),
  dueDate: z.string(),
  tags: z.string(),
  departmentId: z.string(),
  recurrence: newTaskSchema.shape.recurrence.unwrap(),
  assignees: z.array(personSchema).max(1),
});

const kept = draftSchema.keyof().options;

/** Returns the draft of a new task as text, or an empty text if only its column was chosen. */
export function writeDraft(fields: NewTaskFields, first: NewTaskFields): string {
  const isChanged = kept.some((name) => JSON.stringify(fields[name]) !== JSON.stringify(first[name]));
  return isChanged ? JSON.stringify(fields) : "";
}

/**
 * Returns the fields of a draft, with the initial values for missing ones.
 * @param departmentIds those that the person may choose now.
 */
export function readDraft(
  text: string,
  first: NewTaskFields,
  departmentIds: readonly string[],
): NewTaskFields {
  const held = parseJson(text);
  if (typeof held !== "object" || held === null) return first;
  const draft = draftSchema.safeParse({ ...first, ...held }).data;
  if (!draft) return first;
  const departmentId = departmentIds.includes(draft.departmentId) ? draft.departmentId : first.departmentId;
  return { ...first, ...draft, departmentId };
}

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
