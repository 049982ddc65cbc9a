import { openTaskStatuses, taskNoteLength } from "@atoll/contract/tasks/limits";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../tables.ts";
import { filesOf } from "../files/access.ts";
import { dueColumns } from "./due-columns.ts";
import { taskFileKind } from "./task-files.ts";

/** SQL: the statuses in which somebody is still to do something. */
export const openStatuses: RawBuilder<unknown> = sql`(${sql.join(openTaskStatuses.map((status) => sql.lit(status)))})`;

const count = (from: RawBuilder<unknown>) => sql<number>`(SELECT count(*) FROM ${from})`;

/** Tasks as lists show them, whoever asks: `isReadable` says who may. */
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
      "t.recurrence",
      "t.tags",
      "t.is_urgent",
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

/** The same with what only an opened task shows. */
export function selectOpenTask(db: Database, taskId: string) {
  return selectTasks(db)
    .select(["t.description", "t.description_version", filesOf(taskFileKind, sql`t.id`).as("files")])
    .where("t.id", "=", taskId);
}

export type OpenTaskRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectOpenTask>["executeTakeFirst"]>>
>;

/** Enough of tasks that others point at. */
export function selectReferences(db: Database) {
  return db.selectFrom("tasks as t").select(["t.id", "t.title", "t.status", ...dueColumns, "t.assignee_id"]);
}

export type ReferenceRow = Awaited<ReturnType<ReturnType<typeof selectReferences>["execute"]>>[number];

/** What a task needs, in the order in which it was said. */
export function selectRequirements(db: Database, taskId: string) {
  return db
    .selectFrom("task_requirements")
    .select(["id", "name", "kind", "url", "notes", "created_at"])
    .where("task_id", "=", taskId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** What is attached to a task by its address. */
export function selectLinks(db: Database, taskId: string) {
  return db
    .selectFrom("task_links")
    .select(["id", "url", "filename", "added_by", "created_at"])
    .where("task_id", "=", taskId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}
