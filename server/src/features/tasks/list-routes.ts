import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { SliceContext } from "../../slice.ts";
import { accessTask } from "./access.ts";
import { countTasks, readBoard } from "./board.ts";
import { readHistory } from "./history.ts";
import { listTasks } from "./list-tasks.ts";
import { presentTasks } from "./present.ts";
import { suggestTags } from "./tags.ts";

/** The lists of tasks, and what is counted in them. */
export function registerTaskLists(context: SliceContext): void {
  const { routes, db, people } = context;

  routes.route(taskRoutes.listTasks, async ({ query }, { viewer }) => {
    const { rows, nextCursor } = await listTasks(db, viewer, query);
    return { items: await presentTasks(people, rows), nextCursor };
  });

  routes.route(taskRoutes.getBoard, async ({ query }, { viewer }) => {
    const columns = await readBoard(db, viewer, query);
    return {
      columns: await Promise.all(
        columns.map(async ({ rows, ...column }) => ({ ...column, items: await presentTasks(people, rows) })),
      ),
    };
  });

  routes.route(taskRoutes.countTasks, async ({ query: { group, ...filter } }, { viewer }) => ({
    groups: await countTasks(db, viewer, filter, group),
  }));

  routes.route(taskRoutes.listTaskTags, async ({ query }, { viewer }) => ({
    tags: await suggestTags(db, viewer, query.text),
  }));

  routes.route(taskRoutes.listTaskHistory, async ({ params, query }, { viewer }) => {
    await accessTask(db, viewer, params.taskId);
    return readHistory(context, viewer, params.taskId, query);
  });
}
