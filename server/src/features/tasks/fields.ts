import { isDeepStrictEqual } from "node:util";
import type { HistoryField } from "@atoll/contract/tasks/changes";
import { overdueFrom } from "@atoll/contract/tasks/due";
import { nextOccurrence, type Recurrence } from "@atoll/contract/tasks/recurrence";
import type { Due } from "@atoll/contract/tasks/schemas";
import { sql, type Updateable } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Database, Tables } from "../../tables.ts";
import { dueColumns } from "./due-columns.ts";

/** A task whose row is held by this transaction, with all that can be changed about it. */
export type HeldTask = Awaited<ReturnType<typeof holdTasks>>[number];

/** Holds tasks until the transaction ends, in the order of their ids; also those that are deleted. */
export function holdTasks(tx: Database, taskIds: readonly string[]) {
  return tx
    .selectFrom("tasks as t")
    .select([
      "t.id",
      "t.title",
      "t.description",
      "t.description_version",
      "t.status",
      "t.rank",
      "t.priority",
      ...dueColumns,
      "t.recurrence",
      "t.series_id",
      "t.tags",
      "t.is_urgent",
      "t.assignee_id",
      "t.created_by",
      "t.department_id",
      "t.parent_id",
      "t.deleted_at",
    ])
    .where(sql<boolean>`t.id = ANY(${taskIds}::uuid[])`)
    .orderBy("t.id")
    .forUpdate()
    .execute();
}

type Columns = Updateable<Tables["tasks"]>;

/** One field of a task as its history keeps it. */
interface Field<Value> {
  read(task: HeldTask): Value;
  write(value: Value): Columns;
}

const field = <Value>(read: (task: HeldTask) => Value, write: (value: Value) => Columns): Field<Value> => ({
  read,
  write,
});

/** The fields that are columns of the task itself. */
export const taskFields = {
  title: field(
    ({ title }) => title,
    (title: string) => ({ title }),
  ),
  description: field(
    ({ description }) => description,
    (description: string) => ({ description, description_version: sql`description_version + 1` as never }),
  ),
  status: field(
    ({ status }) => status,
    (status: HeldTask["status"]) => ({ status }),
  ),
  position: field(
    ({ rank }) => rank,
    (rank: string) => ({ rank }),
  ),
  priority: field(
    ({ priority }) => priority,
    (priority: HeldTask["priority"]) => ({ priority }),
  ),
  due: field(
    ({ due_date, due_time, due_zone }): Due | null =>
      due_date === null
        ? null
        : { date: due_date, clock: due_time && due_zone ? { time: due_time, zone: due_zone } : null },
    (due) => ({
      due_date: due?.date ?? null,
      due_time: due?.clock?.time ?? null,
      due_zone: due?.clock?.zone ?? null,
      due_at: due?.clock ? overdueFrom(due, due.clock.zone) : null,
    }),
  ),
  recurrence: field(
    ({ recurrence }) => recurrence,
    (recurrence: Recurrence | null) => ({
      ...recurrenceColumns(recurrence),
      // Said anew it is another series, in which no day is taken.
      ...(recurrence ? { series_id: uuidv7(), occurrence: recurrence.day } : {}),
    }),
  ),
  tags: field(
    ({ tags }) => tags,
    (tags: string[]) => ({ tags }),
  ),
  assignee: field(
    ({ assignee_id }) => assignee_id,
    (assignee_id: string | null) => ({ assignee_id }),
  ),
  department: field(
    ({ department_id }) => department_id,
    (department_id: string | null) => ({ department_id }),
  ),
  isUrgent: field(
    ({ is_urgent }) => is_urgent,
    (is_urgent: boolean | null) => ({ is_urgent }),
  ),
} as const satisfies Partial<Record<HistoryField, unknown>>;

export type TaskField = keyof typeof taskFields;
type ValueOf<Name extends TaskField> = ReturnType<(typeof taskFields)[Name]["read"]>;

/** New values of some of the fields. */
export type NewValues = { [Name in TaskField]?: ValueOf<Name> };

export function isTaskField(name: string): name is TaskField {
  return Object.hasOwn(taskFields, name);
}

/** What of these values is different from what a task has, field by field. */
export function differences(
  task: HeldTask,
  values: NewValues,
): { field: TaskField; before: unknown; after: unknown }[] {
  return Object.entries(values).flatMap(([name, after]) => {
    if (!isTaskField(name) || after === undefined) return [];
    const before = taskFields[name].read(task);
    return isSame(before, after) ? [] : [{ field: name, before, after }];
  });
}

/** The columns that hold these values. */
export function columnsOf(values: NewValues): Columns {
  const columns = Object.entries(values).map(([name, value]) =>
    // Each value is of its own field: `NewValues` pairs them.
    isTaskField(name) ? (taskFields[name].write as (value: unknown) => Columns)(value) : {},
  );
  return Object.assign({}, ...columns);
}

/** Whether two values of a field, both as JSON, are the same. PostgreSQL arranges the parts of an object anew. */
export function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other);
}

/** The columns that say how a task comes again. */
export function recurrenceColumns(recurrence: Recurrence | null) {
  return {
    recurrence: recurrence && JSON.stringify(recurrence),
    recurs_on: recurrence?.from === "schedule" ? nextOccurrence(recurrence, recurrence.day) : null,
  };
}

/** Something that was changed about a task, as its history keeps it: before and after can be JSON. */
export interface Change {
  taskId: string;
  field: HistoryField;
  before: unknown;
  after: unknown;
}
