import { z } from "zod";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { taskFilterShape } from "./filter.ts";
import { urgentDaysSchema } from "./matrix-schemas.ts";
import { taskQuadrants } from "./quadrants.ts";
import { taskSchema } from "./schemas.ts";

const { scope, tags, departments, text, zone } = taskFilterShape;
/** The matrix contains only unfinished tasks. The zone determines the current day. */
const shown = { scope, tags, departments, text, zone };

/** Tasks by how important and how urgent they are. */
export const taskMatrixRoutes = {
  getTaskMatrix: defineRoute({
    method: "GET",
    path: "/api/task-matrix",
    summary:
      "List the viewer's first open tasks in each field of the matrix, earliest due date first, with the total.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({ ...shown, limit: z.coerce.number().int().min(1).max(100).default(30) }),
    status: 200,
    response: urgentDaysSchema.extend({
      quadrants: z.array(pageOf(taskSchema).extend({ quadrant: z.enum(taskQuadrants), total: z.int() })),
    }),
    errors: [],
  }),
  listQuadrant: defineRoute({
    method: "GET",
    path: "/api/task-matrix/quadrants/:quadrant",
    summary: "List more tasks of one field of the matrix.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: z.object({ quadrant: z.enum(taskQuadrants) }),
    query: z.object({ ...shown, ...pageQuery({ size: 30, max: 100 }) }),
    status: 200,
    response: pageOf(taskSchema),
    errors: [],
  }),
  setUrgentDays: defineRoute({
    method: "PUT",
    path: "/api/task-matrix/settings",
    summary: "Change the number of days within which a task counts as urgent in the viewer's matrix.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: urgentDaysSchema,
    status: 200,
    response: urgentDaysSchema,
    errors: [],
  }),
};
