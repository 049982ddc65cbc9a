import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { csvPart, pageOf, pageQuery } from "../page.ts";
import { personSchema } from "../people/schemas.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { textToRead } from "../text/storable-text.ts";
import { historyEntrySchema } from "./changes.ts";
import { taskCycleSchema } from "./cycle-schemas.ts";
import { idListSchema, taskFilterShape, taskGroupSchema, taskSortShape } from "./filter.ts";
import { isOwnFieldName } from "./limits.ts";
import { taskSchema, taskStatusSchema } from "./schemas.ts";
import { taskStateSchema } from "./state-schemas.ts";

/**
 * Whether groups by status are those of the company's own states, where all tasks of the filter's departments have the same
 * ones. The answer says what they are.
 */
const bySchema = z.enum(["status", "state"]);

/** Lists of tasks, each of what the viewer may read. Specification, sections 4 and 7 (tasks). */
export const taskListRoutes = {
  listTasks: defineRoute({
    method: "GET",
    path: "/api/tasks",
    summary: "List the viewer's tasks with a filter and an order.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({ ...taskFilterShape, ...taskSortShape, ...pageQuery({ size: 50, max: 200 }) }),
    status: 200,
    response: pageOf(taskSchema),
    errors: [],
  }),
  getBoard: defineRoute({
    method: "GET",
    path: "/api/tasks/board",
    summary: "List the first filtered tasks of each status, in manual or another order, with the total.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({
      ...taskFilterShape,
      ...taskSortShape,
      by: bySchema.default("status"),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    status: 200,
    response: z.object({
      by: bySchema,
      columns: z.array(
        pageOf(taskSchema).extend({
          status: taskStatusSchema,
          /** The own state of the column; null for a status. */
          state: taskStateSchema.nullable(),
          total: z.int(),
        }),
      ),
    }),
    errors: [],
  }),
  listTaskGroups: defineRoute({
    method: "GET",
    path: "/api/tasks/groups",
    summary: "List the first filtered tasks of each group.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({
      ...taskFilterShape,
      ...taskSortShape,
      group: taskGroupSchema,
      by: bySchema.default("status"),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    status: 200,
    response: z.object({
      by: bySchema,
      /**
       * Only those that hold something; by status, priority and due date in the order of the field, by person in the
       * order of their names. The tasks of those far down are left out, and asked for when somebody gets there.
       */
      groups: z.array(
        pageOf(taskSchema).extend({
          /** A status or an own state, a priority, a part of time or a person's id; null is nobody, or all where nothing tells apart. */
          value: z.string().nullable(),
          person: personSchema.nullable(),
          /** The own state of the group. */
          state: taskStateSchema.nullable(),
          cycle: taskCycleSchema.nullable(),
          total: z.int(),
        }),
      ),
    }),
    errors: [],
  }),
  exportTasks: defineRoute({
    method: "GET",
    path: "/api/tasks/export",
    summary:
      "Export the viewer's filtered tasks as CSV, one part at a time. The first part begins with the header row.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    heavy: "bulk",
    query: z.object({
      ...taskFilterShape,
      ...taskSortShape,
      /** The names of the company's own fields that are exported, with commas between them. */
      columns: textToRead(4000)
        .default("")
        .transform((names) => names.split(",").filter(isOwnFieldName)),
      ...pageQuery({ size: 250, max: 500 }),
    }),
    status: 200,
    response: csvPart(),
    errors: [],
  }),
  listTasksOfMessages: defineRoute({
    method: "GET",
    path: "/api/tasks/of-messages",
    summary: "List the viewer's tasks created from the given messages, oldest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({ messages: idListSchema }),
    status: 200,
    response: z.object({ tasks: z.array(taskSchema) }),
    errors: [],
  }),
  listTaskDependencies: defineRoute({
    method: "GET",
    path: "/api/tasks/dependencies",
    summary: "List the tasks that the given tasks wait for, as far as the viewer may read both.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({ tasks: idListSchema }),
    status: 200,
    response: z.object({ dependencies: z.array(z.object({ blockedId: idSchema, blockerId: idSchema })) }),
    errors: [],
  }),
  countTasks: defineRoute({
    method: "GET",
    path: "/api/tasks/counts",
    summary: "Count the viewer's filtered tasks by a field.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({ ...taskFilterShape, group: taskGroupSchema }),
    status: 200,
    response: z.object({
      /** The value is as in the groups of a list. At most the 200 largest. */
      groups: z.array(z.object({ value: z.string().nullable(), count: z.int() })),
    }),
    errors: [],
  }),
  listTaskTags: defineRoute({
    method: "GET",
    path: "/api/tasks/tags",
    summary: "List the tags on the viewer's tasks that begin with a text, most used first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({ text: z.string().trim().max(40).default("") }),
    status: 200,
    response: z.object({ tags: z.array(z.object({ tag: z.string(), count: z.int() })) }),
    errors: [],
  }),
  listTaskHistory: defineRoute({
    method: "GET",
    path: "/api/tasks/:taskId/history",
    summary: "List the changes of a task, newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: z.object({ taskId: idSchema }),
    query: z.object(pageQuery({ size: 30, max: 100 })),
    status: 200,
    response: pageOf(historyEntrySchema).extend({
      /**
       * The names of the people, departments and tasks whose IDs are in the entries, as far as the viewer may know
       * them, and the labels of the company's own fields by their names.
       */
      names: z.record(z.string(), z.string()),
    }),
    errors: ["task_not_found"],
  }),
};
