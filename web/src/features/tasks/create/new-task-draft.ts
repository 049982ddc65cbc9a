import { personSchema } from "@atoll/contract/people/schemas";
import { taskPriorities } from "@atoll/contract/tasks/limits";
import { newTaskSchema } from "@atoll/contract/tasks/schemas";
import { z } from "zod";
import { parseJson } from "../../../lib/shape.ts";
import type { NewTaskFields } from "./new-task-form.ts";

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
