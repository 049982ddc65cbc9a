import type { TaskMove } from "@atoll/contract/tasks/changes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { NewTask } from "@atoll/contract/tasks/schemas";
import { call } from "../../../lib/api-client.ts";

export async function createTask(body: NewTask) {
  return (await call(taskRoutes.createTask, { body })).task;
}

export async function moveTask(taskId: string, body: TaskMove) {
  return (await call(taskRoutes.moveTask, { params: { taskId }, body })).task;
}

/** Takes back what was changed a moment ago. */
export async function undoTaskChange(changeId: string) {
  return (await call(taskRoutes.undoTaskChange, { params: { changeId } })).tasks;
}
