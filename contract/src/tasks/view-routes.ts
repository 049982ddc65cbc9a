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
    summary: "Save a view of tasks, after the existing ones. Repeating the request returns the same view.",
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
    summary: "Change the name or content of a view.",
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
    summary: "Change the order of the views. Views that are left out come last.",
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
    summary: "Delete a view. Its tasks stay. Repeating it has no effect.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofView,
    status: 200,
    response: views,
    errors: [],
  }),
};
