import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import {
  cycleChangeSchema,
  cycleReportSchema,
  cycleSettingsSchema,
  cycleTaskSchema,
  listedCycleSchema,
  taskCycleListSchema,
  unfinishedGoTo,
} from "./cycle-schemas.ts";

const ofDepartment = z.object({ departmentId: idSchema });
const ofCycle = z.object({ cycleId: idSchema });
const answer = z.object({ list: taskCycleListSchema });

/** Cycles of the tasks of departments. */
export const taskCycleRoutes = {
  listTaskCycles: defineRoute({
    method: "GET",
    path: "/api/task-cycle-lists",
    summary: "List the cycles of tasks of the viewer's departments: the open ones and the last ended ones.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({
      lists: z.array(taskCycleListSchema),
      /** The day at the company, by which cycles start and end. */
      today: z.string(),
    }),
    errors: [],
  }),
  setTaskCycles: defineRoute({
    method: "PUT",
    path: "/api/task-cycle-lists/:departmentId",
    summary: "Switch cycles of a department on or off, and set their length, weekday and pause.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofDepartment,
    body: cycleSettingsSchema,
    status: 200,
    response: answer,
    errors: ["forbidden", "department_not_found", "changed_meanwhile"],
  }),
  listPastTaskCycles: defineRoute({
    method: "GET",
    path: "/api/task-cycle-lists/:departmentId/past",
    summary: "List the cycles of a department that have ended, the latest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofDepartment,
    query: z.object(pageQuery({ size: 20, max: 50 })),
    status: 200,
    response: pageOf(listedCycleSchema),
    errors: ["department_not_found"],
  }),
  changeTaskCycle: defineRoute({
    method: "PATCH",
    path: "/api/task-cycles/:cycleId",
    summary: "Change the name, goal or dates of a cycle that has not ended.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofCycle,
    body: cycleChangeSchema,
    status: 200,
    response: answer,
    errors: [
      "forbidden",
      "task_cycle_not_found",
      "task_cycle_ended",
      "task_cycle_dates_wrong",
      "changed_meanwhile",
    ],
  }),
  endTaskCycle: defineRoute({
    method: "POST",
    path: "/api/task-cycles/:cycleId/ending",
    summary: "End the current cycle of a department now. Its report is frozen.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofCycle,
    body: z.object({ version: z.int().min(1), unfinished: z.enum(unfinishedGoTo) }),
    status: 200,
    response: answer,
    errors: ["forbidden", "task_cycle_not_found", "task_cycle_ended", "changed_meanwhile"],
  }),
  getTaskCycle: defineRoute({
    method: "GET",
    path: "/api/task-cycles/:cycleId",
    summary: "Get a cycle with its report: as it is now, or frozen at its end. Counts include hidden tasks.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofCycle,
    status: 200,
    response: z.object({ report: cycleReportSchema }),
    errors: ["task_cycle_not_found"],
  }),
  listTaskCycleTasks: defineRoute({
    method: "GET",
    path: "/api/task-cycles/:cycleId/tasks",
    summary: "List the tasks of a cycle's report by what has become of them. Hidden tasks have no title.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofCycle,
    query: z.object(pageQuery({ size: 50, max: 100 })),
    status: 200,
    response: pageOf(cycleTaskSchema),
    errors: ["task_cycle_not_found"],
  }),
};
