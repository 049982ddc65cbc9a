import { daySchema } from "@atoll/contract/identifiers";
import { startAfterDueText } from "@atoll/contract/tasks/due";
import type { TaskField, TaskFieldValues } from "@atoll/contract/tasks/field-schemas";
import { dueSchema, newTaskSchema, tagsSchema } from "@atoll/contract/tasks/schemas";
import { z } from "zod";
import { hintOf, readFormText } from "../../../capabilities/fields/form-values.ts";
import type { StateOption } from "../data/use-task-states.ts";

/**
 * The fields of a new task as the server takes them. Loaded when the form is sent.
 * @param own the company's own fields that the task has in its department.
 * @param stateOf the state in its department that a choice means.
 */
export const newTaskFormSchema = (
  own: (departmentId: string | null) => readonly TaskField[],
  stateOf: (key: string, departmentId: string | null) => Pick<StateOption, "status" | "state">,
) =>
  plainSchema.transform(({ data, state: key, ...plain }, context) => {
    const { status, state } = stateOf(key, plain.departmentId);
    const task = { ...plain, status, ...(state && { stateId: state.id }) };
    const fields: TaskFieldValues = {};
    for (const { name, kind } of own(task.departmentId)) {
      const value = readFormText({ kind }, data[name] ?? "");
      if (value === undefined)
        context.addIssue({ code: "custom", path: ["data", name], message: hintOf(kind) });
      else if (value !== null) fields[name] = value;
    }
    return Object.keys(fields).length > 0 ? { ...task, fields } : task;
  });

const plainSchema = newTaskSchema
  .pick({ title: true, description: true, priority: true, recurrence: true })
  .extend({
    state: z.string(),
    startsOn: z
      .string()
      .transform((day) => (day === "" ? null : day))
      .pipe(daySchema.nullable()),
    dueDate: z
      .string()
      .transform((date) => (date === "" ? null : { date }))
      .pipe(dueSchema.nullable()),
    tags: z
      .string()
      .transform((text) => text.split(",").filter((part) => part.trim() !== ""))
      .pipe(tagsSchema),
    departmentId: z.string().transform((id) => (id === "" ? null : id)),
    cycleId: z.string().transform((id) => (id === "" ? null : id)),
    assignees: z.array(z.object({ id: z.string() })),
    data: z.record(z.string(), z.string()).default({}),
  })
  .refine(({ startsOn, dueDate }) => !startsOn || !dueDate || startsOn <= dueDate.date, {
    path: ["startsOn"],
    error: startAfterDueText,
  })
  .transform(({ dueDate, assignees, ...task }) => ({
    ...task,
    due: dueDate,
    // Counted from a day that was taken away again, it comes no more.
    recurrence: dueDate ? task.recurrence : null,
    assigneeId: assignees[0]?.id ?? null,
  }));
