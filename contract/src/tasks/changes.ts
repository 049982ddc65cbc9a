import { z } from "zod";
import { daySchema, idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { timeZoneSchema } from "../time-zone.ts";
import { taskFieldValuesSchema } from "./field-schemas.ts";
import { maxTags, maxTasksAtOnce, maxWatchers } from "./limits.ts";
import {
  dueSchema,
  newRecurrenceSchema,
  tagSchema,
  tagsSchema,
  taskDescriptionSchema,
  taskPrioritySchema,
  taskStatusSchema,
  taskTitleSchema,
} from "./schemas.ts";
import { minutesSchema } from "./time-schemas.ts";

/** The fields that a bulk change can set. */
const settable = {
  status: taskStatusSchema,
  /** One of the company's own states of this status, which is sent with it. */
  stateId: idSchema,
  priority: taskPrioritySchema,
  /** Not after the day on which it is due. A due date that is moved before it takes it along. */
  startsOn: daySchema.nullable(),
  due: dueSchema.nullable(),
  assigneeId: idSchema.nullable(),
  departmentId: idSchema.nullable(),
  isUrgent: z.boolean().nullable(),
  estimateMinutes: minutesSchema.nullable(),
  /** A cycle of its department that has not ended. A task that moves to another department leaves its cycle. */
  cycleId: idSchema.nullable(),
  /** Values of the company's own fields, merged into what is there; null empties a field. */
  fields: taskFieldValuesSchema,
};

/** Made by the browser for everything that a person does at one go: by it, it is done once, and undone. */
const changeId = idSchema;

/** A change to one task: only the fields that are named. */
export const taskChangeSchema = z.object({
  changeId,
  ...z.object(settable).partial().shape,
  title: taskTitleSchema.optional(),
  /** Needs a due date, and goes with it. */
  recurrence: newRecurrenceSchema.nullable().optional(),
  tags: tagsSchema.optional(),
  description: z.object({ text: taskDescriptionSchema, version: z.int().min(1) }).optional(),
  /** The values that an edit of own fields began with: refused where someone else has changed one since. */
  seenFields: taskFieldValuesSchema.optional(),
  /** The status that a program's change began with: refused where someone else has changed it since. */
  seenStatus: taskStatusSchema.optional(),
});
export type TaskChange = z.input<typeof taskChangeSchema>;

const many = { changeId, taskIds: z.array(idSchema).min(1).max(maxTasksAtOnce) };

/** Many that are deleted at one go. */
export const bulkDeletionSchema = z.object(many);

/** The same change to many. */
export const bulkChangeSchema = z.object({
  ...many,
  set: z
    .object({
      ...z.object(settable).partial().shape,
      /** A day of the viewer, in this zone: each task keeps its own time of day. */
      dueDay: z.object({ date: daySchema, zone: timeZoneSchema }).optional(),
      addTags: z.array(tagSchema).max(maxTags).optional(),
      removeTags: z.array(tagSchema).max(maxTags).optional(),
    })
    .refine((set) => Object.keys(set).length > 0, "There is nothing to change"),
});
export type BulkChange = z.input<typeof bulkChangeSchema>;

/**
 * To a place on the board: behind one task of that status and before another, as the person who drags sees them.
 * Where only one of them is named, it lands next to that one; none: at the end.
 */
export const taskMoveSchema = z.object({
  changeId,
  status: taskStatusSchema,
  /** One of the company's own states of this status; left out: its default. */
  stateId: idSchema.nullable().default(null),
  after: idSchema.nullable().default(null),
  before: idSchema.nullable().default(null),
});
export type TaskMove = z.input<typeof taskMoveSchema>;

/** Several to one place, where they stand in the order in which they are named. */
export const taskMovesSchema = taskMoveSchema.extend(many);
export type TaskMoves = z.input<typeof taskMovesSchema>;

export const watchersChangeSchema = z.object({
  changeId,
  add: z.array(idSchema).max(maxWatchers).default([]),
  remove: z.array(idSchema).max(maxWatchers).default([]),
});

/** The fields of which a history is kept. */
export const historyFields = [
  "created",
  "deleted",
  "title",
  "description",
  "status",
  "state",
  "position",
  "priority",
  "start",
  "due",
  "recurrence",
  "successor",
  "tags",
  "assignee",
  "department",
  "isUrgent",
  "fields",
  "estimate",
  "cycle",
  "time",
  "watchers",
  "blockedBy",
  "requirement",
  "link",
  "file",
] as const;
export type HistoryField = (typeof historyFields)[number];

/** One field of one change, as it was and as it then was. People, departments and tasks stand there by their ids. */
export const historyEntrySchema = z.object({
  id: z.string(),
  changeId,
  actor: personSchema,
  at: instantSchema,
  field: z.enum(historyFields),
  before: z.json(),
  after: z.json(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;
