import { openTaskStatuses, taskNoteLength } from "@atoll/contract/tasks/limits";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../tables.ts";
import { filesOf } from "../files/public.ts";
import { hasGuests } from "../people/public.ts";
import { cycleOfTask } from "./cycles/cycle-queries.ts";
import { dueColumns, startColumn } from "./due-columns.ts";
import { taskFileKind } from "./readable.ts";
import { stateOfTask } from "./states/state-lists.ts";

/** SQL: the statuses of tasks that are not finished. */
export const openStatuses: RawBuilder<unknown> = sql`(${sql.join(openTaskStatuses.map((status) => sql.lit(status)))})`;

const count = (from: RawBuilder<unknown>) => sql<number>`(SELECT count(*) FROM ${from})`;

/** Selects tasks as lists show them. It checks no permission: add `isReadable`. */
export function selectTasks(db: Database) {
  return db
    .selectFrom("tasks as t")
    .select([
      "t.id",
      "t.title",
      sql<string>`left(t.description, ${sql.lit(taskNoteLength)})`.as("note"),
      "t.status",
      "t.rank",
      "t.priority",
      ...dueColumns,
      startColumn,
      "t.recurrence",
      "t.tags",
      "t.is_urgent",
      "t.fields",
      "t.formula_faults",
      "t.estimate_minutes",
      "t.tracked_minutes",
      "t.created_by",
      "t.assignee_id",
      "t.department_id",
      "t.parent_id",
      "t.source_message_id",
      "t.comment_count",
      "t.version",
      "t.created_at",
      "t.updated_at",
      "t.completed_at",
    ])
    .select([stateOfTask.as("state"), cycleOfTask.as("cycle")])
    .select([
      sql<string[]>`ARRAY(SELECT w.user_id::text FROM task_watchers w WHERE w.task_id = t.id ORDER BY 1)`.as(
        "watcher_ids",
      ),
      count(sql`task_links l WHERE l.task_id = t.id`).as("link_count"),
      count(
        sql`files f WHERE f.subject_id = t.id AND f.subject_kind = ${sql.lit(taskFileKind)} AND f.discarded_at IS NULL`,
      ).as("file_count"),
      count(sql`tasks s WHERE s.parent_id = t.id AND s.deleted_at IS NULL`).as("subtask_count"),
      count(
        sql`tasks s WHERE s.parent_id = t.id AND s.deleted_at IS NULL AND s.status NOT IN ${openStatuses}`,
      ).as("subtasks_done"),
      count(sql`task_dependencies d JOIN tasks o ON o.id = d.blocker_id
        WHERE d.blocked_id = t.id AND o.deleted_at IS NULL AND o.status IN ${openStatuses}`).as("blocked_by"),
      count(sql`task_dependencies d JOIN tasks o ON o.id = d.blocked_id
        WHERE d.blocker_id = t.id AND o.deleted_at IS NULL AND o.status IN ${openStatuses}`).as("blocks"),
    ]);
}

export type TaskRow = Awaited<ReturnType<ReturnType<typeof selectTasks>["execute"]>>[number];

/** Selects one task with the details that only an opened task shows. */
export function selectOpenTask(db: Database, taskId: string) {
  return selectTasks(db)
    .select(["t.description", "t.description_version", filesOf(taskFileKind, sql`t.id`).as("files")])
    .select(hasGuests("task", sql`t.id`).as("has_guests"))
    .where("t.id", "=", taskId);
}

export type OpenTaskRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectOpenTask>["executeTakeFirst"]>>
>;

/** Selects the columns for naming a related task. */
export function selectReferences(db: Database) {
  return db
    .selectFrom("tasks as t")
    .select(["t.id", "t.title", "t.status", ...dueColumns, "t.assignee_id"])
    .select(stateOfTask.as("state"));
}

export type ReferenceRow = Awaited<ReturnType<ReturnType<typeof selectReferences>["execute"]>>[number];

/** Selects the requirements of a task, in the order of creation. */
export function selectRequirements(db: Database, taskId: string) {
  return db
    .selectFrom("task_requirements")
    .select(["id", "name", "kind", "url", "notes", "created_at"])
    .where("task_id", "=", taskId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Selects the links attached to a task. */
export function selectLinks(db: Database, taskId: string) {
  return db
    .selectFrom("task_links")
    .select(["id", "url", "filename", "added_by", "created_at"])
    .where("task_id", "=", taskId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}
