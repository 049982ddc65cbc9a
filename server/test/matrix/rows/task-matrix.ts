import { taskMatrixEvents } from "@atoll/contract/tasks/events";
import { taskMatrixRoutes } from "@atoll/contract/tasks/matrix-routes";
import { signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { must } from "./chat-things.ts";
import { anybody, furnishTasks, type Things } from "./task-things.ts";

/** Everybody has a matrix of the tasks that they may read, and days of their own. */
export const taskMatrixSlice = defineSlice<typeof taskMatrixRoutes, keyof typeof taskMatrixEvents, Things>({
  name: "matrix of tasks",
  routes: taskMatrixRoutes,
  eventNames: taskMatrixEvents,
  furnish: furnishTasks,
  rows: {
    getTaskMatrix: anybody({ query: {} }),
    listQuadrant: anybody({ params: { quadrant: "do" as const }, query: {} }),
    setUrgentDays: {
      "one's own": { request: () => ({ body: { urgentDays: 3 } }), expect: signedIn("ok") },
      "more than there are": {
        request: () => ({ body: { urgentDays: 14 } }),
        expect: signedIn("invalid_request"),
      },
    },
  },
  events: {
    "task-matrix.changed": {
      change: async ({ world }) =>
        void (await must(world, world.actors.member, "PUT", "/api/task-matrix/settings", { urgentDays: 5 })),
      receivers: ["member"],
    },
  },
});
