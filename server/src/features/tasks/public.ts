import type { TaskViewer } from "@atoll/contract/tasks/policy";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import { type OpenTaskRow, selectOpenTask } from "./queries.ts";
import { isReadable } from "./readable.ts";

// The interface of tasks for slices that create tasks.
export { broadcastTasks } from "./changes/task-changes.ts";
export { findTaskReferences } from "./present-open-task.ts";
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
