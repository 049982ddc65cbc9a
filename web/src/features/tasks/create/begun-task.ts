import { personSchema } from "@atoll/contract/people/schemas";
import { taskPriorities } from "@atoll/contract/tasks/limits";
import { newTaskSchema } from "@atoll/contract/tasks/schemas";
import { z } from "zod";
import { parseJson } from "../../../lib/shape.ts";
import type { NewTaskFields } from "./new-task-form.ts";

/** As it was left, which need not make sense yet. The column is chosen anew. */
const begunSchema = z.object({
  title: z.string(),
  description: z.string(),
  priority: z.enum(taskPriorities),
  dueDate: z.string(),
  tags: z.string(),
  departmentId: z.string(),
  recurrence: newTaskSchema.shape.recurrence.unwrap(),
  assignees: z.array(personSchema).max(1),
});

const kept = begunSchema.keyof().options;

/** What was begun of a new task and not sent, as its draft holds it; empty where nothing but its column was chosen. */
export function writeBegun(fields: NewTaskFields, first: NewTaskFields): string {
  const isBegun = kept.some((name) => JSON.stringify(fields[name]) !== JSON.stringify(first[name]));
  return isBegun ? JSON.stringify(fields) : "";
}

/**
 * What was begun, with what a new one begins with where the draft does not say it.
 * @param departmentIds those that the person may choose now.
 */
export function readBegun(
  text: string,
  first: NewTaskFields,
  departmentIds: readonly string[],
): NewTaskFields {
  const held = parseJson(text);
  if (typeof held !== "object" || held === null) return first;
  const begun = begunSchema.safeParse({ ...first, ...held }).data;
  if (!begun) return first;
  const departmentId = departmentIds.includes(begun.departmentId) ? begun.departmentId : first.departmentId;
  return { ...first, ...begun, departmentId };
}
