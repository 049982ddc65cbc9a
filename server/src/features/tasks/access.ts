import type { TaskViewer } from "@atoll/contract/tasks/policy";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import { type OpenTaskRow, selectOpenTask } from "./queries.ts";
import { isReadable } from "./readable.ts";

// For slices whose things become tasks.
export { broadcastTasks } from "./changes/task-changes.ts";
export { insertTask } from "./create-task.ts";
export { findTaskReferences } from "./present-open-task.ts";

/**
 * A task that the viewer may read.
 * @throws {AppError} `task_not_found` when there is none, or it is not theirs to see.
 */
export async function accessTask(db: Database, viewer: TaskViewer, taskId: string): Promise<OpenTaskRow> {
  const row = await findReadable(db, viewer, taskId);
  if (!row) throw new AppError("task_not_found");
  return row;
}

/** The same, or undefined. */
export function findReadable(
  db: Database,
  viewer: TaskViewer,
  taskId: string,
): Promise<OpenTaskRow | undefined> {
  return selectOpenTask(db, taskId).where(isReadable(viewer)).executeTakeFirst();
}
