import { z } from "zod";
import { daySchema, idSchema } from "../identifiers.ts";
import { atMost } from "../text/at-most.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { visible } from "../text/visible-text.ts";
import { cycleOutcomes, maxCycleGoal, maxCycleName, maxCyclePauseWeeks, maxCycleWeeks } from "./cycles.ts";
import { taskStatuses } from "./limits.ts";

/** A cycle as every task in it shows it. */
export const taskCycleSchema = z.object({
  id: idSchema,
  name: z.string(),
  startsOn: daySchema,
  /** Its last day. */
  endsOn: daySchema,
  isEnded: z.boolean(),
});
export type TaskCycle = z.infer<typeof taskCycleSchema>;

/** One of the cycles of a department. */
export const listedCycleSchema = taskCycleSchema.extend({
  goal: z.string(),
  /** Sent back with each change, so that nobody overwrites what they have not seen. */
  version: z.int(),
});
export type ListedCycle = z.infer<typeof listedCycleSchema>;

/** Where unfinished tasks go at the end of a cycle. */
export const unfinishedGoTo = ["next", "none"] as const;

const settings = {
  isOn: z.boolean(),
  weeks: z.int().min(1).max(maxCycleWeeks),
  /** The day on which cycles start: 1 is Monday. */
  weekday: z.int().min(1).max(7),
  /** Weeks between two cycles. */
  pauseWeeks: z.int().min(0).max(maxCyclePauseWeeks),
  unfinished: z.enum(unfinishedGoTo),
};
export const cycleSettingsSchema = z.object({
  /** The version that was seen; 0 before the first one. */
  version: z.int().min(0),
  ...settings,
});
export type CycleSettings = z.infer<typeof cycleSettingsSchema>;

/** The cycles of the tasks of a department. */
export const taskCycleListSchema = cycleSettingsSchema.extend({
  departmentId: idSchema,
  /** Those that have not ended: the current one, if any, and the next one. */
  open: z.array(listedCycleSchema),
  /** The last ones that have ended, the latest first. */
  past: z.array(listedCycleSchema),
});
export type TaskCycleList = z.infer<typeof taskCycleListSchema>;

export const cycleChangeSchema = z.object({
  version: z.int().min(1),
  name: storableTextSchema
    .trim()
    .refine(...visible("A cycle needs a name"))
    .refine(...atMost("The name of a cycle", maxCycleName))
    .optional(),
  goal: storableTextSchema
    .trim()
    .refine(...atMost("A goal", maxCycleGoal))
    .optional(),
  /** Only before it has started. */
  startsOn: daySchema.optional(),
  endsOn: daySchema.optional(),
});

const sumSchema = z.object({ count: z.int(), estimateMinutes: z.int() });
export type CycleSum = z.infer<typeof sumSchema>;

/** The figures of a cycle: planned plus added minus removed is done plus moved plus left. */
export const cycleReportSchema = z.object({
  departmentId: idSchema,
  cycle: listedCycleSchema,
  /** The cycle to which unfinished tasks have moved, or would move now. Its ID is null if it was removed since. */
  movedTo: z.object({ id: idSchema.nullable(), name: z.string() }).nullable(),
  /** In it at the end of its first day. */
  planned: sumSchema,
  added: sumSchema,
  removed: sumSchema,
  done: sumSchema,
  moved: sumSchema,
  left: sumSchema,
  /** Those in it, by their status. */
  statuses: z.array(sumSchema.extend({ status: z.enum(taskStatuses) })),
  /** The tasks in it, and those of them that were done, at the end of each day until today. */
  days: z.array(
    z.object({
      day: daySchema,
      scope: z.int(),
      done: z.int(),
      scopeMinutes: z.int(),
      doneMinutes: z.int(),
    }),
  ),
});
export type CycleReport = z.infer<typeof cycleReportSchema>;

/** A task of a report. */
export const cycleTaskSchema = z.object({
  /** Identifies it within the report, also where the task is hidden. */
  key: z.string(),
  /** Null for a deleted task, and one that the viewer may not read; so are all values of the task. */
  taskId: idSchema.nullable(),
  title: z.string().nullable(),
  status: z.enum(taskStatuses).nullable(),
  /** The name of the company's own state. */
  state: z.string().nullable(),
  isPlanned: z.boolean(),
  outcome: z.enum(cycleOutcomes),
  estimateMinutes: z.int().nullable(),
});
export type CycleTask = z.infer<typeof cycleTaskSchema>;
