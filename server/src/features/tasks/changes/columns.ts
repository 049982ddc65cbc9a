import { overdueFrom } from "@atoll/contract/tasks/due";
import { nextOccurrence, type Recurrence } from "@atoll/contract/tasks/recurrence";
import type { Due } from "@atoll/contract/tasks/schemas";
import { type Insertable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { column, type NewValues } from "../../../platform/changes/field.ts";
import type { Tables } from "../../../tables.ts";
import type { LockedTask } from "./locked-task.ts";

/** The fields that are columns of the task itself. */
export const columnFields = {
  title: column(
    ({ title }: LockedTask) => title,
    (title: string) => ({ title }),
  ),
  description: column(
    ({ description }: LockedTask) => description,
    (description: string) => ({ description, description_version: sql`description_version + 1` }),
  ),
  status: column(
    ({ status }: LockedTask) => status,
    (status: LockedTask["status"]) => ({ status }),
  ),
  state: column(
    ({ state_id }: LockedTask) => state_id,
    (state_id: string | null) => ({ state_id }),
  ),
  position: column(
    ({ rank }: LockedTask) => rank,
    (rank: string) => ({ rank }),
    // Reordering a column is not an update of the task.
    { isQuiet: true },
  ),
  priority: column(
    ({ priority }: LockedTask) => priority,
    (priority: LockedTask["priority"]) => ({ priority }),
  ),
  start: column(
    ({ starts_on }: LockedTask) => starts_on,
    (starts_on: string | null) => ({ starts_on }),
  ),
  due: column(
    ({ due_date, due_time, due_zone }: LockedTask): Due | null =>
      due_date === null
        ? null
        : { date: due_date, clock: due_time && due_zone ? { time: due_time, zone: due_zone } : null },
    (due: Due | null) => ({
      due_date: due?.date ?? null,
      due_time: due?.clock?.time ?? null,
      due_zone: due?.clock?.zone ?? null,
      due_at: due?.clock ? overdueFrom(due, due.clock.zone) : null,
    }),
  ),
  recurrence: column(
    ({ recurrence }: LockedTask) => recurrence,
    (recurrence: Recurrence | null) => ({
      ...recurrenceColumns(recurrence),
      // A new rule starts a new series, in which no day has a task yet.
      ...(recurrence ? { series_id: uuidv7(), occurrence: recurrence.day } : {}),
    }),
  ),
  tags: column(
    ({ tags }: LockedTask) => tags,
    (tags: string[]) => ({ tags }),
  ),
  assignee: column(
    ({ assignee_id }: LockedTask) => assignee_id,
    (assignee_id: string | null) => ({ assignee_id }),
  ),
  department: column(
    ({ department_id }: LockedTask) => department_id,
    (department_id: string | null) => ({ department_id }),
  ),
  estimate: column(
    ({ estimate_minutes }: LockedTask) => estimate_minutes,
    (estimate_minutes: number | null) => ({ estimate_minutes }),
  ),
  cycle: column(
    ({ cycle_id }: LockedTask) => cycle_id,
    (cycle_id: string | null) => ({ cycle_id }),
  ),
  isUrgent: column(
    ({ is_urgent }: LockedTask) => is_urgent,
    (is_urgent: boolean | null) => ({ is_urgent }),
  ),
};

/** Returns the columns that store these values, for a new task. */
export function columnsOf(values: NewValues<typeof columnFields>): Partial<Insertable<Tables["tasks"]>> {
  const columns = Object.entries(values).map(([name, value]) => {
    const field = columnFields[name as keyof typeof columnFields];
    // The cast is safe, because `NewValues` pairs each value with its field.
    return field.write(value as never);
  });
  return Object.assign({}, ...columns);
}

/** Returns the columns that store a task's recurrence. */
export function recurrenceColumns(recurrence: Recurrence | null) {
  return {
    recurrence: recurrence && JSON.stringify(recurrence),
    recurs_on: recurrence?.from === "schedule" ? nextOccurrence(recurrence, recurrence.day) : null,
  };
}
