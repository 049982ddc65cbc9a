import { taskTimeRoutes } from "@atoll/contract/tasks/time-routes";
import type { SliceContext } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { presentOpenTask } from "../present-open-task.ts";
import { accessTask } from "../public.ts";
import { exportTime, listTime, readReport } from "./report.ts";
import { addTime, changeTime, removeTime } from "./time-entries.ts";
import { readTimer, startTimer, stopTimer } from "./timer.ts";

/** Registers the routes of time spent on tasks. */
export function registerTaskTime(context: SliceContext): void {
  const { routes, db } = context;
  const open = async (viewer: RequestViewer, taskId: string) => ({
    task: await presentOpenTask(context, viewer, await accessTask(db, viewer, taskId)),
  });

  routes.route(taskTimeRoutes.listTaskTime, async ({ params, query }, { viewer }) => {
    await accessTask(db, viewer, params.taskId);
    return listTime(context, params.taskId, query);
  });

  routes.route(taskTimeRoutes.addTaskTime, async ({ params, body }, { viewer }) => {
    await addTime(context, viewer, params.taskId, body);
    return open(viewer, params.taskId);
  });

  routes.route(taskTimeRoutes.changeTaskTime, async ({ params, body }, { viewer }) => {
    const { changeId, ...entry } = body;
    await changeTime(context, viewer, { ...params, changeId }, entry);
    return open(viewer, params.taskId);
  });

  routes.route(taskTimeRoutes.removeTaskTime, async ({ params, query }, { viewer }) => {
    await removeTime(context, viewer, { ...params, ...query });
    return open(viewer, params.taskId);
  });

  routes.route(taskTimeRoutes.getTaskTimer, async (_input, { viewer }) => ({
    timer: await readTimer(db, viewer),
  }));

  routes.route(taskTimeRoutes.startTaskTimer, async ({ body }, { viewer }) => {
    // Before the timer of another task is stopped.
    await accessTask(db, viewer, body.taskId);
    return { timer: await startTimer(context, viewer, body) };
  });

  routes.route(taskTimeRoutes.stopTaskTimer, async ({ query: { discard, ...stopping } }, { viewer }) => ({
    minutes: await stopTimer(context, viewer, { ...stopping, isDiscarded: discard === "yes" }),
  }));

  routes.route(taskTimeRoutes.readTimeReport, ({ query }, { viewer }) => readReport(context, viewer, query));

  routes.route(taskTimeRoutes.exportTaskTime, ({ query }, { viewer }) => exportTime(context, viewer, query));
}
