import { z } from "zod";
import { readFieldFilter } from "../fields/filter.ts";
import { daySchema, idSchema, instantSchema } from "../identifiers.ts";
import { queryListSchema } from "../query-list.ts";
import { storableTextSchema, textToRead } from "../text/storable-text.ts";
import { timeZoneSchema } from "../time-zone.ts";
import { cyclePhases } from "./cycles.ts";
import { ownFieldNameSchema } from "./field-schemas.ts";
import {
  taskDates,
  taskDependencies,
  taskDueParts,
  taskGroups,
  taskScopes,
  taskSorts,
  taskStarts,
} from "./limits.ts";
import { tagSchema, taskPrioritySchema, taskStatusSchema } from "./schemas.ts";

/** Longer than anything that was ever done. */
const secondsSchema = z.coerce.number().int().min(0).max(1e10).optional();

/** Which tasks are asked for. An empty filter, or one that is left out, sets no limit. Specification, section 7. */
export const taskFilterShape = {
  scope: z.enum(taskScopes).default("all"),
  statuses: queryListSchema(taskStatusSchema),
  /** The company's own states, by their ids. Archived tasks have none, and are not limited by them. */
  states: queryListSchema(idSchema),
  priorities: queryListSchema(taskPrioritySchema),
  /** People's ids; "none" is nobody. */
  assignees: queryListSchema(z.union([idSchema, z.literal("none")])),
  tags: queryListSchema(tagSchema),
  /** Their ids; "none" is no department. */
  departments: queryListSchema(z.union([idSchema, z.literal("none")])),
  /** In title or description, whatever the case. */
  text: storableTextSchema.trim().max(200).default(""),
  /** Values of the company's own fields, as a query: `own_size=Large&own_budget=100..`. All of the fields apply. */
  fields: textToRead(8000).transform(readFieldFilter).optional(),
  /** Due on this day or later, and on this day or earlier. */
  dueFrom: daySchema.optional(),
  dueTo: daySchema.optional(),
  /** Cycles by their IDs, or by the company's calendar; "none" is no cycle. */
  cycles: queryListSchema(z.union([idSchema, z.enum([...cyclePhases, "none"])])),
  /** When they are due, where the viewer is: in this zone. */
  due: queryListSchema(z.enum(taskDueParts)),
  /** When they start, where the viewer is. */
  start: queryListSchema(z.enum(taskStarts)),
  /** Only those with a start or a due date, or only those without. */
  dates: z.enum(taskDates).optional(),
  zone: timeZoneSchema.default("UTC"),
  /** Open tasks that wait for open ones, or hold them up. */
  dependencies: queryListSchema(z.enum(taskDependencies)),
  /** Made from an instant on, and before another one. */
  createdFrom: instantSchema.optional(),
  createdBefore: instantSchema.optional(),
  /** Finished so, also if they were put away since. */
  doneFrom: instantSchema.optional(),
  doneBefore: instantSchema.optional(),
  /** The number of seconds from creation, or from start, to completion. */
  leadFrom: secondsSchema,
  leadBefore: secondsSchema,
  cycleFrom: secondsSchema,
  cycleBefore: secondsSchema,
  /** In one of these statuses just before an instant. */
  was: queryListSchema(taskStatusSchema),
  wasAt: instantSchema.optional(),
  /** The tasks of one notification, by the ID in the inbox entry's link. */
  told: idSchema.optional(),
  /**
   * By default sub-tasks are shown below their tasks. Lists that do not show whole tasks also show sub-tasks as rows.
   */
  parents: z.enum(["only", "all"]).default("only"),
};

/** Ids in an address, as many as a screen shows at once. */
export const idListSchema = queryListSchema(idSchema).unwrap();

export const taskFilterSchema = z.object(taskFilterShape);
export type TaskFilter = z.output<typeof taskFilterSchema>;
export type TaskQuery = z.input<typeof taskFilterSchema>;

export const taskSortShape = {
  sort: z.union([z.enum(taskSorts), ownFieldNameSchema]).default("manual"),
  order: z.enum(["ascending", "descending"]).default("ascending"),
};

export const taskGroupSchema = z.union([z.enum(taskGroups), ownFieldNameSchema]);
