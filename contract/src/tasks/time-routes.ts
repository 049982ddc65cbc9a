import { z } from "zod";
import { daySchema, idSchema, instantSchema } from "../identifiers.ts";
import { csvPart, pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { timeZoneSchema } from "../time-zone.ts";
import { openTaskSchema } from "./schemas.ts";
import {
  minutesSchema,
  newTimeEntrySchema,
  taskTimerSchema,
  timeEntrySchema,
  timeNoteSchema,
  timeReportRowSchema,
} from "./time-schemas.ts";

const ofTask = z.object({ taskId: idSchema });
const ofEntry = z.object({ taskId: idSchema, entryId: idSchema });
const timerAnswer = z.object({ timer: taskTimerSchema.nullable() });
/** Without the task where the viewer may no longer read it. */
const ownChanged = z.object({ task: openTaskSchema.nullable() });
const changing = ["task_not_found", "changed_meanwhile", "change_id_taken"] as const;
const stopping = { entryId: idSchema, zone: timeZoneSchema };

const reportFilter = {
  /** The first day, and the last one. */
  from: daySchema,
  to: daySchema,
  personId: idSchema.optional(),
  departmentId: idSchema.optional(),
};

/** Time spent on tasks. Readers of a task can log time on it; everyone changes only their own. */
export const taskTimeRoutes = {
  listTaskTime: defineRoute({
    method: "GET",
    path: "/api/tasks/:taskId/time",
    summary: "List the time spent on a task, the newest day first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofTask,
    query: z.object(pageQuery({ size: 20, max: 100 })),
    status: 200,
    response: pageOf(timeEntrySchema),
    errors: ["task_not_found"],
  }),
  addTaskTime: defineRoute({
    method: "POST",
    path: "/api/tasks/:taskId/time",
    summary: "Log time that the viewer has spent on a task.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofTask,
    body: newTimeEntrySchema,
    status: 200,
    response: z.object({ task: openTaskSchema }),
    errors: [...changing, "too_many_time_entries"],
  }),
  changeTaskTime: defineRoute({
    method: "PATCH",
    path: "/api/tasks/:taskId/time/:entryId",
    summary: "Change an entry of the viewer's own. It gets another ID.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofEntry,
    body: z.object({ changeId: idSchema, day: daySchema, minutes: minutesSchema, note: timeNoteSchema }),
    status: 200,
    response: ownChanged,
    errors: [...changing, "time_entry_not_found"],
  }),
  removeTaskTime: defineRoute({
    method: "DELETE",
    path: "/api/tasks/:taskId/time/:entryId",
    summary: "Remove an entry of the viewer's own. This can be undone for a while.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofEntry,
    query: z.object({ changeId: idSchema }),
    status: 200,
    response: ownChanged,
    errors: [...changing, "time_entry_not_found"],
  }),
  getTaskTimer: defineRoute({
    method: "GET",
    path: "/api/task-timer",
    summary: "Get the timer that the viewer has running, on whichever device it was started.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: timerAnswer,
    errors: [],
  }),
  startTaskTimer: defineRoute({
    method: "PUT",
    path: "/api/task-timer",
    summary:
      "Start the viewer's timer for a task. One that runs for another task is stopped, and its time is logged.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: z.object({ taskId: idSchema, ...stopping }),
    status: 200,
    response: timerAnswer,
    errors: ["task_not_found", "change_id_taken", "too_many_time_entries"],
  }),
  stopTaskTimer: defineRoute({
    method: "DELETE",
    path: "/api/task-timer",
    summary: "Stop the named timer of the viewer, and log its time on its task unless it is discarded.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    query: z.object({
      ...stopping,
      /** The timer as the viewer sees it: one that another device has started since keeps running. */
      taskId: idSchema,
      startedAt: instantSchema,
      discard: z.enum(["yes", "no"]).default("no"),
    }),
    status: 200,
    response: z.object({ minutes: z.int() }),
    errors: ["task_timer_not_found", "change_id_taken", "too_many_time_entries"],
  }),
  readTimeReport: defineRoute({
    method: "GET",
    path: "/api/task-time/report",
    summary:
      "Sum the time by person and day: the viewer's own, and for those who manage tasks, that of departments' tasks.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object(reportFilter),
    status: 200,
    response: z.object({ rows: z.array(timeReportRowSchema), total: z.int() }),
    errors: ["invalid_request", "time_report_too_large"],
  }),
  exportTaskTime: defineRoute({
    method: "GET",
    path: "/api/task-time/export",
    summary:
      "Export the entries of a report as CSV, one part at a time. The first part begins with the header row.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    heavy: "bulk",
    query: z.object({ ...reportFilter, ...pageQuery({ size: 500, max: 1000 }) }),
    status: 200,
    response: csvPart(),
    errors: ["invalid_request"],
  }),
};
