import { z } from "zod";
import { daySchema, idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { taskFilterShape } from "./filter.ts";
import { maxAnalyticsDays } from "./limits.ts";

const countSchema = z.int();
const openCountsSchema = z.object({ todo: countSchema, in_progress: countSchema, in_review: countSchema });

/** Seconds that tasks took: how many tasks, by how long they took, and what half of them and 85 of 100 stayed within. */
const durationsSchema = z.object({
  count: countSchema,
  p50: z.number().nullable(),
  p85: z.number().nullable(),
  /** From so many seconds on, and less than so many. */
  bins: z.array(z.object({ from: z.number(), before: z.number().nullable(), count: countSchema })),
});
export type Durations = z.infer<typeof durationsSchema>;

/**
 * The figures about the viewer's tasks. Each equals the count of the list with the same filter. Sub-tasks are counted
 * with their task. docs/decisions/055-what-analytics-count.md defines each figure.
 */
export const taskAnalyticsSchema = z.object({
  asOf: instantSchema,
  /** The period, and the one of the same length before it. */
  from: instantSchema,
  before: instantSchema,
  earlierFrom: instantSchema,
  unit: z.enum(["day", "week", "month"]),
  created: countSchema,
  done: countSchema,
  earlierCreated: countSchema,
  earlierDone: countSchema,
  open: openCountsSchema,
  overdue: countSchema,
  /** The period in steps. */
  steps: z.array(
    z.object({
      /** The first day of the step, where the viewer is. */
      day: daySchema,
      from: instantSchema,
      before: instantSchema,
      created: countSchema,
      done: countSchema,
      /** At the end of the step. */
      open: openCountsSchema,
    }),
  ),
  /** The time from creation to done, and from start to done. */
  lead: durationsSchema,
  cycle: durationsSchema,
  /** The age of open tasks. */
  age: z.array(
    openCountsSchema.extend({
      /** Days, for the label. */
      fromDays: countSchema,
      beforeDays: countSchema.nullable(),
      createdFrom: instantSchema.nullable(),
      createdBefore: instantSchema.nullable(),
    }),
  ),
  /** In the order of their names. */
  departments: z.array(
    z.object({
      department: z.object({ id: idSchema, name: z.string(), slug: z.string() }).nullable(),
      open: countSchema,
      done: countSchema,
    }),
  ),
  /** Open tasks of the viewer and the colleagues of their departments, in the order of their names; null is nobody. */
  workload: z.array(openCountsSchema.extend({ person: personSchema.nullable() })),
});
export type TaskAnalytics = z.infer<typeof taskAnalyticsSchema>;

export const taskAnalyticsRoutes = {
  getTaskAnalytics: defineRoute({
    method: "GET",
    path: "/api/tasks/analytics",
    summary: "Get the analytics of the viewer's tasks for a period, in the viewer's time zone.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    heavy: "pages",
    query: z
      .object({
        from: daySchema,
        /** The last day of the period. */
        to: daySchema,
        zone: taskFilterShape.zone,
        departments: taskFilterShape.departments,
        tags: taskFilterShape.tags,
      })
      .refine(({ from, to }) => from <= to, { error: "The end is before the start", path: ["to"] })
      .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < maxAnalyticsDays * 24 * 3600_000, {
        error: "This period is too long",
        path: ["from"],
      }),
    status: 200,
    response: taskAnalyticsSchema,
    errors: [],
  }),
};
