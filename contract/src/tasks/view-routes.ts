import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { maxTaskViews } from "./limits.ts";
import { taskViewChangeSchema, taskViewSchema } from "./view-schemas.ts";

const ofView = z.object({ viewId: idSchema });
/** Every change answers all of them, in their order. */
const views = z.object({ views: z.array(taskViewSchema) });

/** One's own ways to look at tasks, which nobody else knows of. */
export const taskViewRoutes = {
  listTaskViews: defineRoute({
    method: "GET",
    path: "/api/task-views",
    summary: `The viewer's saved views of tasks in their order, at most ${maxTaskViews}.`,
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: views,
    errors: [],
  }),
  saveTaskView: defineRoute({
    method: "POST",
    path: "/api/task-views",
    summary: "Save a view of tasks, behind those that are there; the same one sent again is answered again.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: taskViewSchema,
    status: 201,
    response: views,
    errors: ["task_view_id_taken", "task_view_name_taken", "too_many_task_views"],
  }),
  changeTaskView: defineRoute({
    method: "PATCH",
    path: "/api/task-views/:viewId",
    summary: "Call a view otherwise, or let it show something else.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofView,
    body: taskViewChangeSchema,
    status: 200,
    response: views,
    errors: ["task_view_not_found", "task_view_name_taken"],
  }),
  orderTaskViews: defineRoute({
    method: "PUT",
    path: "/api/task-views/order",
    summary: "Put the views into an order. Those that are not named stand behind the others.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: z.object({ viewIds: z.array(idSchema).max(maxTaskViews) }),
    status: 200,
    response: views,
    errors: [],
  }),
  deleteTaskView: defineRoute({
    method: "DELETE",
    path: "/api/task-views/:viewId",
    summary: "Delete a view; the tasks stay. One that is gone already is deleted.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofView,
    status: 200,
    response: views,
    errors: [],
  }),
};
