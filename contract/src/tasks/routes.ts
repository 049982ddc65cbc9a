import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { taskAnalyticsRoutes } from "./analytics.ts";
import {
  bulkChangeSchema,
  bulkDeletionSchema,
  taskChangeSchema,
  taskMoveSchema,
  taskMovesSchema,
  watchersChangeSchema,
} from "./changes.ts";
import { taskCycleRoutes } from "./cycle-routes.ts";
import { taskFieldRoutes } from "./field-routes.ts";
import { taskListRoutes } from "./list-routes.ts";
import { taskMatrixRoutes } from "./matrix-routes.ts";
import { taskPartRoutes } from "./part-routes.ts";
import { newTaskSchema, openTaskSchema, taskSchema } from "./schemas.ts";
import { taskStateRoutes } from "./state-routes.ts";
import { taskTemplateRoutes } from "./template-routes.ts";
import { taskTimeRoutes } from "./time-routes.ts";

const ofTask = z.object({ taskId: idSchema });
const openAnswer = z.object({ task: openTaskSchema });
/** Null: the change took the viewer from those who may read it. */
const changedAnswer = z.object({ task: openTaskSchema.nullable() });
const answer = z.object({ task: taskSchema });
const changing = ["task_not_found", "changed_meanwhile", "change_id_taken"] as const;
const placing = ["assignee_unavailable", "department_not_found"] as const;

/** Specification, section 7 (tasks). */
export const taskRoutes = {
  ...taskListRoutes,
  ...taskPartRoutes,
  ...taskAnalyticsRoutes,
  ...taskMatrixRoutes,
  ...taskFieldRoutes,
  ...taskTimeRoutes,
  ...taskStateRoutes,
  ...taskTemplateRoutes,
  ...taskCycleRoutes,
  createTask: defineRoute({
    method: "POST",
    path: "/api/tasks",
    summary: "Create a task. Repeating the request returns the same task.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: newTaskSchema,
    status: 201,
    response: openAnswer,
    errors: [
      "forbidden",
      "message_not_found",
      "task_id_taken",
      "task_not_found",
      "too_many_subtasks",
      "task_start_after_due",
      "recurrence_without_due",
      "recurrence_of_part",
      "task_field_wrong",
      "task_state_wrong",
      "task_cycle_wrong",
      ...placing,
    ],
  }),
  getTask: defineRoute({
    method: "GET",
    path: "/api/tasks/:taskId",
    summary: "Get a task with all its details.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofTask,
    status: 200,
    response: openAnswer,
    errors: ["task_not_found"],
  }),
  changeTask: defineRoute({
    method: "PATCH",
    path: "/api/tasks/:taskId",
    summary: "Change fields of a task.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofTask,
    body: taskChangeSchema,
    status: 200,
    response: changedAnswer,
    errors: [
      ...changing,
      ...placing,
      "task_start_after_due",
      "recurrence_without_due",
      "recurrence_of_part",
      "task_field_wrong",
      "task_state_wrong",
      "task_cycle_wrong",
    ],
  }),
  changeTasks: defineRoute({
    method: "POST",
    path: "/api/tasks/changes",
    summary: "Apply the same change to many tasks, all or none.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: bulkChangeSchema,
    status: 200,
    response: z.object({ tasks: z.array(taskSchema) }),
    errors: [
      ...changing,
      ...placing,
      "task_start_after_due",
      "task_field_wrong",
      "task_state_wrong",
      "task_cycle_wrong",
    ],
  }),
  deleteTasks: defineRoute({
    method: "POST",
    path: "/api/tasks/deletions",
    summary: "Delete many tasks with their sub-tasks, all or none.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: bulkDeletionSchema,
    status: 204,
    errors: [...changing, "forbidden"],
  }),
  undoTaskChange: defineRoute({
    method: "DELETE",
    path: "/api/tasks/changes/:changeId",
    summary: "Undo a recent change by the viewer, unless someone has changed the same since.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ changeId: idSchema }),
    status: 200,
    response: z.object({ tasks: z.array(taskSchema) }),
    errors: ["task_change_not_found", "changed_meanwhile"],
  }),
  moveTask: defineRoute({
    method: "PUT",
    path: "/api/tasks/:taskId/position",
    summary: "Move a task to a place on the board.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofTask,
    body: taskMoveSchema,
    status: 200,
    response: answer,
    errors: [...changing, "task_state_wrong"],
  }),
  moveTasks: defineRoute({
    method: "POST",
    path: "/api/tasks/moves",
    summary: "Move several tasks to one place on the board, in the given order, all or none.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: taskMovesSchema,
    status: 200,
    response: z.object({ tasks: z.array(taskSchema) }),
    errors: [...changing, "task_state_wrong"],
  }),
  changeTaskWatchers: defineRoute({
    method: "PUT",
    path: "/api/tasks/:taskId/watchers",
    summary: "Add and remove watchers of a task. Watchers can read it.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofTask,
    body: watchersChangeSchema,
    status: 200,
    response: changedAnswer,
    errors: [...changing, "assignee_unavailable", "too_many_watchers"],
  }),
  blockTask: defineRoute({
    method: "PUT",
    path: "/api/tasks/:taskId/blockers/:blockerId",
    summary: "Make a task wait for another one.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ taskId: idSchema, blockerId: idSchema }),
    body: z.object({ changeId: idSchema }),
    status: 200,
    response: openAnswer,
    errors: [...changing, "task_loop", "too_many_dependencies"],
  }),
  unblockTask: defineRoute({
    method: "DELETE",
    path: "/api/tasks/:taskId/blockers/:blockerId",
    summary: "Stop a task from waiting for another one.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ taskId: idSchema, blockerId: idSchema }),
    query: z.object({ changeId: idSchema }),
    status: 200,
    response: openAnswer,
    errors: changing,
  }),
  deleteTask: defineRoute({
    method: "DELETE",
    path: "/api/tasks/:taskId",
    summary: "Delete a task with its sub-tasks. This can be undone for a while.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofTask,
    query: z.object({ changeId: idSchema }),
    status: 204,
    errors: ["task_not_found", "forbidden", "change_id_taken"],
  }),
};
