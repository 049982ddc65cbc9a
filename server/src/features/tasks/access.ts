import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import { canReadTask } from "./policy.ts";
import { findTask, type TaskRow } from "./queries.ts";

/**
 * A task that the viewer created or is to do.
 * @throws {AppError} `task_not_found` when there is none, or it is not theirs.
 */
export async function accessTask(db: Database, viewer: { id: string }, taskId: string): Promise<TaskRow> {
  const row = await findTask(db, taskId);
  if (!row || !canReadTask(viewer, row)) throw new AppError("task_not_found");
  return row;
}
