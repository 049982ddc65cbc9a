import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { SliceContext } from "../../slice.ts";
import type { RequestViewer } from "../identity/public.ts";
import { presentOpenTask } from "./present-open-task.ts";
import { accessTask } from "./public.ts";
import {
  addFiles,
  addLink,
  addRequirement,
  removeFile,
  removeLink,
  removeRequirement,
} from "./write/change-parts.ts";

/** Registers the routes for requirements and attachments of tasks. */
export function registerTaskParts(context: SliceContext): void {
  const { routes, db } = context;
  const open = async (viewer: RequestViewer, taskId: string) => ({
    task: await presentOpenTask(context, viewer, await accessTask(db, viewer, taskId)),
  });

  routes.route(taskRoutes.addTaskRequirement, async ({ params, body }, { viewer }) => {
    await addRequirement(context, viewer, params.taskId, body);
    return open(viewer, params.taskId);
  });

  routes.route(taskRoutes.removeTaskRequirement, async ({ params, query }, { viewer }) => {
    await removeRequirement(context, viewer, { ...params, ...query });
    return open(viewer, params.taskId);
  });

  routes.route(taskRoutes.addTaskLink, async ({ params, body }, { viewer }) => {
    await addLink(context, viewer, params.taskId, body);
    return open(viewer, params.taskId);
  });

  routes.route(taskRoutes.removeTaskLink, async ({ params, query }, { viewer }) => {
    await removeLink(context, viewer, { ...params, ...query });
    return open(viewer, params.taskId);
  });

  routes.route(taskRoutes.attachTaskFiles, async ({ params, body }, { viewer }) => {
    await addFiles(context, viewer, { ...params, ...body });
    return open(viewer, params.taskId);
  });

  routes.route(taskRoutes.removeTaskFile, async ({ params, query }, { viewer }) => {
    await removeFile(context, viewer, { ...params, ...query });
    return open(viewer, params.taskId);
  });
}
