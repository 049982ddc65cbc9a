import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { SliceDependencies } from "../../app.ts";
import { accessMessage } from "../chat/access.ts";
import { accessTask } from "./access.ts";
import { createTask } from "./create-task.ts";
import { ownedTasks } from "./owned-tasks.ts";
import { assertMayCreateTasks } from "./policy.ts";
import { presentTask } from "./present.ts";

/** Tasks. Specification, sections 3, 5 and 7 (tasks). */
export function registerTasks({ routes, db, ownership }: SliceDependencies): void {
  ownership.register(ownedTasks);

  routes.route(taskRoutes.createTask, async ({ body }, { viewer }) => {
    assertMayCreateTasks(viewer);
    // Also one that its author deleted meanwhile: what was selected is in the task already.
    if (body.sourceMessageId) await accessMessage(db, viewer, body.sourceMessageId);
    return { task: presentTask(await createTask(db, viewer.id, body)) };
  });

  routes.route(taskRoutes.getTask, async ({ params }, { viewer }) => ({
    task: presentTask(await accessTask(db, viewer, params.taskId)),
  }));
}
