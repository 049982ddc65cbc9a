import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { SliceContext } from "../../slice.ts";
import { accessMessage } from "../chat/access.ts";
import { accessTask } from "./access.ts";
import { createTask } from "./create-task.ts";
import { assertMayCreateTasks } from "./policy.ts";
import { presentTask } from "./present.ts";

/** Creating a task and reading it. */
export function registerTasks({ routes, db, people }: SliceContext): void {
  routes.route(taskRoutes.createTask, async ({ body }, { viewer }) => {
    assertMayCreateTasks(viewer);
    // Also one that its author deleted meanwhile: what was selected is in the task already.
    if (body.sourceMessageId) await accessMessage(db, viewer, body.sourceMessageId);
    return { task: await presentTask(people, await createTask(db, viewer.id, body)) };
  });

  routes.route(taskRoutes.getTask, async ({ params }, { viewer }) => ({
    task: await presentTask(people, await accessTask(db, viewer, params.taskId)),
  }));
}
