import type { TaskViewer } from "@atoll/contract/tasks/policy";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { readAnalytics } from "./analytics/read-analytics.ts";
import { readHistory } from "./history.ts";
import { readBoard } from "./lists/board.ts";
import { countTasks } from "./lists/count-tasks.ts";
import { exportTasks } from "./lists/export-tasks.ts";
import { readGroups } from "./lists/groups.ts";
import { listTasks } from "./lists/list-tasks.ts";
import { selectTasksOfMessages } from "./lists/tasks-of-messages.ts";
import { presentTasks } from "./present.ts";
import { accessTask } from "./public.ts";
import { isReadable } from "./readable.ts";
import { suggestTags } from "./write/tags.ts";

/** Registers the routes for lists of tasks and their counts. */
export function registerTaskLists(context: SliceContext): void {
  const { routes, db, people } = context;

  routes.route(taskRoutes.listTasks, async ({ query }, { viewer }) => {
    const { rows, nextCursor } = await listTasks(db, viewer, query);
    return { items: await presentTasks(people, rows), nextCursor };
  });

  routes.route(taskRoutes.getBoard, async ({ query }, { viewer }) => {
    const { by, columns } = await readBoard(db, viewer, query);
    return {
      by,
      columns: await Promise.all(
        columns.map(async ({ rows, ...column }) => ({ ...column, items: await presentTasks(people, rows) })),
      ),
    };
  });

  routes.route(taskRoutes.listTaskGroups, async ({ query }, { viewer }) => {
    const { by, groups } = await readGroups(context, viewer, query);
    return {
      by,
      groups: await Promise.all(
        groups.map(async ({ rows, ...group }) => ({ ...group, items: await presentTasks(people, rows) })),
      ),
    };
  });

  routes.route(taskRoutes.exportTasks, ({ query }, { viewer }) => exportTasks(context, viewer, query));

  routes.route(taskRoutes.listTasksOfMessages, async ({ query }, { viewer }) => ({
    tasks: await presentTasks(people, await selectTasksOfMessages(db, viewer, query.messages)),
  }));

  routes.route(taskRoutes.listTaskDependencies, async ({ query }, { viewer }) => ({
    dependencies: await selectDependencies(db, viewer, query.tasks),
  }));

  routes.route(taskRoutes.countTasks, async ({ query: { group, ...filter } }, { viewer }) => ({
    groups: await countTasks(db, viewer, filter, group),
  }));

  routes.route(taskRoutes.listTaskTags, async ({ query }, { viewer }) => ({
    tags: await suggestTags(db, viewer, query.text),
  }));

  routes.route(taskRoutes.getTaskAnalytics, ({ query }, { viewer }) => readAnalytics(context, viewer, query));

  routes.route(taskRoutes.listTaskHistory, async ({ params, query }, { viewer }) => {
    await accessTask(db, viewer, params.taskId);
    return readHistory(context, viewer, params.taskId, query);
  });
}

/** Selects the tasks that these tasks wait for. A task that the viewer may not read is left out on either side. */
function selectDependencies(db: Database, viewer: TaskViewer, taskIds: readonly string[]) {
  return db
    .selectFrom("task_dependencies as d")
    .innerJoin("tasks as t", "t.id", "d.blocked_id")
    .innerJoin("tasks as o", "o.id", "d.blocker_id")
    .select(["d.blocked_id as blockedId", "d.blocker_id as blockerId"])
    .where(sql<boolean>`d.blocked_id = ANY(${taskIds}::uuid[])`)
    .where(isReadable(viewer, "t"))
    .where(isReadable(viewer, "o"))
    .orderBy("d.blocked_id")
    .orderBy("d.blocker_id")
    .execute();
}
