import { taskRoutes } from "@atoll/contract/tasks/routes";
import { AppError } from "../../platform/app-error.ts";
import { undoChange } from "../../platform/changes/undo-change.ts";
import type { SliceContext } from "../../slice.ts";
import { accessMessage } from "../chat/public.ts";
import type { RequestViewer } from "../identity/public.ts";
import { taskChanges } from "./changes/task-changes.ts";
import { assertMayCreateTasks } from "./policy.ts";
import { presentOpenTask } from "./present-open-task.ts";
import { accessTask, findReadable } from "./public.ts";
import { blockTask, unblockTask } from "./write/change-blockers.ts";
import { changeMany } from "./write/change-many.ts";
import { changeTask } from "./write/change-task.ts";
import { changeWatchers } from "./write/change-watchers.ts";
import { createTask } from "./write/create-task.ts";
import { deleteTasks } from "./write/delete-task.ts";
import { moveTasks } from "./write/move-tasks.ts";

/** Registers the routes for creating, reading and changing tasks. */
export function registerTasks(context: SliceContext): void {
  const { routes, db } = context;
  const open = async (viewer: RequestViewer, taskId: string) => ({
    task: await presentOpenTask(context, viewer, await accessTask(db, viewer, taskId)),
  });
  /** Returns the task after a change, or null if the viewer may no longer read it. */
  const openIfReadable = async (viewer: RequestViewer, taskId: string) => {
    const row = await findReadable(db, viewer, taskId);
    return { task: row ? await presentOpenTask(context, viewer, row) : null };
  };

  routes.route(taskRoutes.createTask, async ({ body }, { viewer }) => {
    assertMayCreateTasks(viewer);
    // A message that its author has since deleted is accepted too: its text is already in the task.
    if (body.sourceMessageId) await accessMessage(db, viewer, body.sourceMessageId);
    await createTask(context, viewer, body);
    return open(viewer, body.id);
  });

  routes.route(taskRoutes.getTask, ({ params }, { viewer }) => open(viewer, params.taskId));

  routes.route(taskRoutes.changeTask, async ({ params, body }, { viewer }) => {
    await changeTask(context, viewer, params.taskId, body);
    return openIfReadable(viewer, params.taskId);
  });

  routes.route(taskRoutes.changeTasks, async ({ body }, { viewer }) => ({
    tasks: await changeMany(context, viewer, body),
  }));

  routes.route(taskRoutes.deleteTasks, async ({ body }, { viewer }) => {
    await deleteTasks(context, viewer, body);
    return undefined;
  });

  routes.route(taskRoutes.undoTaskChange, async ({ params }, { viewer }) => ({
    tasks: await undoChange(taskChanges, context, viewer, params.changeId),
  }));

  routes.route(taskRoutes.moveTask, async ({ params, body }, { viewer }) => {
    const [task] = await moveTasks(context, viewer, { ...body, taskIds: [params.taskId] });
    // The task was deleted between the move and this read.
    if (!task) throw new AppError("task_not_found");
    return { task };
  });

  routes.route(taskRoutes.moveTasks, async ({ body }, { viewer }) => ({
    tasks: await moveTasks(context, viewer, body),
  }));

  routes.route(taskRoutes.changeTaskWatchers, async ({ params, body }, { viewer }) => {
    await changeWatchers(context, viewer, params.taskId, body);
    return openIfReadable(viewer, params.taskId);
  });

  routes.route(taskRoutes.blockTask, async ({ params, body }, { viewer }) => {
    await blockTask(context, viewer, { ...params, ...body });
    return open(viewer, params.taskId);
  });

  routes.route(taskRoutes.unblockTask, async ({ params, query }, { viewer }) => {
    await unblockTask(context, viewer, { ...params, ...query });
    return open(viewer, params.taskId);
  });

  routes.route(taskRoutes.deleteTask, async ({ params, query }, { viewer }) => {
    await deleteTasks(context, viewer, { changeId: query.changeId, taskIds: [params.taskId] });
    return undefined;
  });
}
