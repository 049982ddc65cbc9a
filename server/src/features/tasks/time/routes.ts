import { taskTimeRoutes } from "@atoll/contract/tasks/time-routes";
import type { SliceContext } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { presentOpenTask } from "../present-open-task.ts";
import { accessTask, findReadable } from "../public.ts";
import { exportTime, listTime, readReport } from "./report.ts";
import { addTime, changeTime, hasTime, removeTime } from "./time-entries.ts";
import { readTimer, startTimer, stopTimer } from "./timer.ts";

/** Registers the routes of time spent on tasks. */
export function registerTaskTime(context: SliceContext): void {
  const { routes, db } = context;
  const open = async (viewer: RequestViewer, taskId: string) => ({
    task: await presentOpenTask(context, viewer, await accessTask(db, viewer, taskId)),
  });
  /** People change what they have logged, also on a task that they may no longer read, which is not shown to them. */
  const changeOwn = async (
    viewer: RequestViewer,
    target: { taskId: string; entryId: string },
    change: () => Promise<void>,
  ) => {
    if (!(await hasTime(db, viewer.id, target))) await accessTask(db, viewer, target.taskId);
    await change();
    const row = await findReadable(db, viewer, target.taskId);
    return { task: row ? await presentOpenTask(context, viewer, row) : null };
  };

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
    return changeOwn(viewer, params, () => changeTime(context, viewer, { ...params, changeId }, entry));
  });

  routes.route(taskTimeRoutes.removeTaskTime, ({ params, query }, { viewer }) => {
    return changeOwn(viewer, params, () => removeTime(context, viewer, { ...params, ...query }));
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
