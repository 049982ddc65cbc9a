import { z } from "zod";
import { defineRoute, rateLimits } from "../route.ts";
import { taskStateListSchema, taskStatesChangeSchema } from "./state-schemas.ts";

/** The states that a company names for its tasks. */
export const taskStateRoutes = {
  listTaskStates: defineRoute({
    method: "GET",
    path: "/api/task-states",
    summary:
      "List the company's own states of tasks: of all tasks, and of the departments of which the viewer sees tasks. Other departments are named without their states.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ lists: z.array(taskStateListSchema) }),
    errors: [],
  }),
  setTaskStates: defineRoute({
    method: "PUT",
    path: "/api/task-states",
    summary:
      "Set the states of the tasks of a department, or of all tasks. Tasks in removed states get others.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: taskStatesChangeSchema,
    status: 200,
    response: z.object({ list: taskStateListSchema }),
    errors: ["forbidden", "department_not_found", "changed_meanwhile", "task_state_wrong", "change_id_taken"],
  }),
};
