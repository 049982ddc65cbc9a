import { taskAnalyticsRoutes } from "@atoll/contract/tasks/analytics";
import { taskListRoutes } from "@atoll/contract/tasks/list-routes";
import { signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { anybody, furnishTasks, ofTask, states, type Things } from "./task-things.ts";

const routes = { ...taskListRoutes, ...taskAnalyticsRoutes };
export type TaskListRoutes = typeof routes;

/** Everybody has lists, of the tasks that they may read. */
export const taskListSlice = defineSlice<TaskListRoutes, never, Things>({
  name: "lists of tasks",
  routes,
  eventNames: {},
  furnish: furnishTasks,
  rows: {
    listTasks: anybody({ query: {} }),
    getBoard: anybody({ query: {} }),
    listTaskGroups: anybody({ query: { group: "assignee" as const } }),
    exportTasks: anybody({ query: {} }),
    listTasksOfMessages: {
      anybody: {
        request: ({ things }) => ({
          query: { messages: `${things.messages.root},${things.messages.hidden}` },
        }),
        expect: signedIn("ok"),
      },
    },
    listTaskDependencies: {
      anybody: {
        request: ({ things }) => ({ query: { tasks: things.teamTaskId } }),
        expect: signedIn("ok"),
      },
    },
    countTasks: anybody({ query: { group: "status" as const } }),
    listTaskTags: anybody({ query: {} }),
    getTaskAnalytics: {
      ...anybody({ query: { from: "2026-01-01", to: "2026-12-31" } }),
      "over a time that ends before it begins": {
        request: () => ({ query: { from: "2026-12-31", to: "2026-01-01" } }),
        expect: signedIn("invalid_request"),
      },
    },
    listTaskHistory: states((taskId) => ({ ...ofTask(taskId), query: {} })),
  },
  events: {},
});
