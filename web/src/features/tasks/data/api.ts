import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { NewTask } from "@atoll/contract/tasks/schemas";
import { call } from "../../../lib/api-client.ts";

export async function createTask(body: NewTask) {
  return (await call(taskRoutes.createTask, { body })).task;
}

/** Takes back what was changed a moment ago. */
export async function undoTaskChange(changeId: string) {
  return (await call(taskRoutes.undoTaskChange, { params: { changeId } })).tasks;
}
