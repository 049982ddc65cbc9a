import type { TaskFilter } from "@atoll/contract/tasks/filter";
import type { TaskViewer } from "@atoll/contract/tasks/policy";
import { dayIn } from "@atoll/contract/zones";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/public.ts";
import { isDueBy } from "./due-part.ts";
import { isWanted } from "./lists/filter-tasks.ts";
import { type OpenTaskRow, openStatuses, selectOpenTask } from "./queries.ts";
import { isReadable } from "./readable.ts";

// The interface of tasks for slices that create tasks.
export { lockDependencies } from "./changes/blockers.ts";
export { broadcastTasks } from "./changes/task-changes.ts";
export { guestTasks } from "./guests.ts";
export {
  broadcastStates,
  deleteImportedStates,
  ensureImportedState,
  type ImportedState,
} from "./imported/imported-states.ts";
export type {
  ImportedComment,
  ImportedDependency,
  ImportedFieldKind,
  ImportedTask,
  NamedTask,
  PersonText,
  TaskText,
} from "./imported/imported-task.ts";
export {
  countBuiltOnTasks,
  deleteImportedComments,
  deleteImportedDependencies,
  deleteImportedTasks,
  judgeImportedTasks,
  selectBuiltOnTasks,
} from "./imported/undo-imported.ts";
export {
  findImportedTasks,
  lockImportedTasks,
  matchImportedFields,
  type ReadyComment,
  type ReadyTask,
  writeImportedComments,
  writeImportedDependency,
  writeImportedTasks,
} from "./imported/write-imported.ts";
export { lockFieldSets, readFieldSets } from "./own-fields/field-sets.ts";
export { findTaskReferences } from "./present-open-task.ts";
export { isReadable as isTaskReadable } from "./readable.ts";
export { audiencesOf as audiencesOfTasks } from "./rooms.ts";
export { changeMadeTask, moveMadeTask } from "./write/change-made-task.ts";
export { insertTask } from "./write/create-task.ts";

/**
 * Returns a task that the viewer may read.
 * @throws {AppError} `task_not_found` if it does not exist or the viewer may not read it.
 */
export async function accessTask(db: Database, viewer: TaskViewer, taskId: string): Promise<OpenTaskRow> {
  const row = await findReadable(db, viewer, taskId);
  if (!row) throw new AppError("task_not_found");
  return row;
}

/** Returns the same task, or undefined. */
export function findReadable(
  db: Database,
  viewer: TaskViewer,
  taskId: string,
): Promise<OpenTaskRow | undefined> {
  return selectOpenTask(db, taskId).where(isReadable(viewer)).executeTakeFirst();
}

/** Returns whether a task passes a filter of the list, and the viewer may read it. */
export async function isTaskWanted(
  db: Database,
  viewer: RequestViewer,
  taskId: string,
  filter: TaskFilter,
): Promise<boolean> {
  const { rows } = await sql`SELECT FROM tasks t WHERE t.id = ${taskId} AND t.deleted_at IS NULL
    AND ${await isWanted(db, viewer, filter)}`.execute(db);
  return rows.length > 0;
}

/**
 * Returns the open tasks of a person that are due today in a zone, or overdue: the earliest first, and how many there
 * are. They are assigned to the person, who may therefore read them, or nobody else does what the person created.
 */
export async function findDueTasks(
  db: Database,
  personId: string,
  { zone, limit }: { zone: string; limit: number },
): Promise<{ tasks: { id: string; title: string; dueDate: string }[]; total: number }> {
  const today = dayIn(zone, new Date());
  const { rows } = await sql<{ id: string; title: string; dueDate: string; total: number }>`
    SELECT t.id, t.title, to_char(t.due_date, 'YYYY-MM-DD') AS "dueDate", count(*) OVER ()::int AS total FROM tasks t
    WHERE (t.assignee_id = ${personId} OR (t.assignee_id IS NULL AND t.created_by = ${personId}))
      AND t.deleted_at IS NULL AND t.due_date IS NOT NULL AND t.status IN ${openStatuses} AND ${isDueBy(zone, today)}
    ORDER BY t.due_date, t.due_time NULLS LAST, t.id LIMIT ${sql.lit(limit)}`.execute(db);
  return { tasks: rows, total: rows[0]?.total ?? 0 };
}
