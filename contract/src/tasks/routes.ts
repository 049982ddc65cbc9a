import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { newTaskSchema, taskSchema } from "./schemas.ts";

const taskAnswer = z.object({ task: taskSchema });

/** Specification, section 7 (tasks). */
export const taskRoutes = {
  createTask: defineRoute({
    method: "POST",
    path: "/api/tasks",
    summary: "Create a task; the same one sent again is answered again.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: newTaskSchema,
    status: 201,
    response: taskAnswer,
    errors: ["forbidden", "message_not_found", "task_id_taken"],
  }),
  getTask: defineRoute({
    method: "GET",
    path: "/api/tasks/:taskId",
    summary: "A task that the viewer created, or that is assigned to them.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: z.object({ taskId: idSchema }),
    status: 200,
    response: taskAnswer,
    errors: ["task_not_found"],
  }),
};
