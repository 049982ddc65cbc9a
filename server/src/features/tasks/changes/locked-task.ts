import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { dueColumns, startColumn } from "../due-columns.ts";

/** A task whose row this transaction has locked, with everything that can be changed about it. */
export type LockedTask = Awaited<ReturnType<typeof lockTasks>>[number];

/** Locks tasks until the transaction ends, in the order of their IDs, and returns them; deleted ones too. */
export function lockTasks(tx: Database, taskIds: readonly string[]) {
  return tx
    .selectFrom("tasks as t")
    .select([
      "t.id",
      "t.title",
      "t.description",
      "t.description_version",
      "t.status",
      // A task from before the list of states has none stored, and is in the base.
      sql<string | null>`CASE WHEN EXISTS (SELECT FROM task_states) THEN
        state_of_task(t.department_id, t.status, t.state_id) END`.as("state_id"),
      "t.rank",
      "t.priority",
      ...dueColumns,
      startColumn,
      "t.recurrence",
      "t.series_id",
      "t.tags",
      "t.is_urgent",
      "t.fields",
      "t.estimate_minutes",
      "t.assignee_id",
      "t.created_by",
      "t.department_id",
      "t.cycle_id",
      "t.parent_id",
      "t.deleted_at",
    ])
    .where(sql<boolean>`t.id = ANY(${taskIds}::uuid[])`)
    .orderBy("t.id")
    .forUpdate()
    .execute();
}
