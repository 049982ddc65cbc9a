import { z } from "zod";
import { attachmentSchema } from "../files/schemas.ts";
import { daySchema, idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { atMost } from "../text/at-most.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { visible } from "../text/visible-text.ts";
import { timeZoneSchema } from "../time-zone.ts";
import { taskCycleSchema } from "./cycle-schemas.ts";
import { formulaFaults, taskFieldSchema, taskFieldValuesSchema } from "./field-schemas.ts";
import {
  maxRecurrenceInterval,
  maxTagLength,
  maxTags,
  maxTemplateParts,
  recurrenceStarts,
  recurrenceUnits,
  taskDescriptionMaxLength,
  taskPriorities,
  taskStatuses,
  taskTitleMaxLength,
} from "./limits.ts";
import { taskStateSchema } from "./state-schemas.ts";
import { minutesSchema } from "./time-schemas.ts";

export const taskTitleSchema = storableTextSchema
  .trim()
  .refine(...visible("Title is required"))
  .refine(...atMost("A title", taskTitleMaxLength));

export const taskDescriptionSchema = storableTextSchema
  .trim()
  .refine(...atMost("A description", taskDescriptionMaxLength));

export const taskStatusSchema = z.enum(taskStatuses);
export const taskPrioritySchema = z.enum(taskPriorities);

/** Lower case, so that the same word is one tag. */
export const tagSchema = storableTextSchema
  .trim()
  .toLowerCase()
  .refine(...visible("A tag needs a name"))
  .refine((tag) => !tag.includes(","), "A tag has no commas")
  .refine(...atMost("A tag", maxTagLength));

export const tagsSchema = z
  .array(tagSchema)
  .max(maxTags, `A task can have at most ${maxTags} tags`)
  .transform((tags) => [...new Set(tags)]);

/**
 * When a task is due: a day, independent of time zone, optionally with a time in one zone. Without a time, a task is
 * overdue when the day has ended in the viewer's time zone.
 */
export const dueSchema = z.object({
  date: daySchema,
  clock: z
    .object({
      time: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "This is not a time of day"),
      zone: timeZoneSchema,
    })
    .nullable()
    .default(null),
});
export type Due = z.output<typeof dueSchema>;

/** How a task comes again, as a person says it: counted from the day on which it is due. */
export const newRecurrenceSchema = z
  .object({
    every: z.enum(recurrenceUnits),
    interval: z.int().min(1).max(maxRecurrenceInterval).default(1),
    /** 1 is Monday; only of weeks. Empty: the weekday on which it is due. */
    weekdays: z
      .array(z.int().min(1).max(7))
      .max(7)
      .default([])
      .transform((days) => [...new Set(days)].sort((a, b) => a - b)),
    from: z.enum(recurrenceStarts).default("schedule"),
  })
  .transform((rule) => ({ ...rule, weekdays: rule.every === "week" ? rule.weekdays : [] }));
export type NewRecurrence = z.output<typeof newRecurrenceSchema>;

export const recurrenceSchema = z.object({
  every: z.enum(recurrenceUnits),
  interval: z.int(),
  weekdays: z.array(z.int()),
  from: z.enum(recurrenceStarts),
  /** The day from which is counted. */
  anchor: daySchema,
  /** The day of the series that the task stands for; its due date may have been moved since. */
  day: daySchema,
});

/** The task a browser sends. The browser generates the ID, so that sending it again does not create a second task. */
export const newTaskSchema = z.object({
  id: idSchema,
  title: taskTitleSchema,
  description: taskDescriptionSchema.default(""),
  status: taskStatusSchema.default("todo"),
  /** One of the company's own states of this status; left out: its default. */
  stateId: idSchema.nullable().default(null),
  priority: taskPrioritySchema.default("medium"),
  /** The day on which it is planned to start, at the latest that on which it is due. */
  startsOn: daySchema.nullable().default(null),
  due: dueSchema.nullable().default(null),
  /** Needs a due date, and is of no sub-task. */
  recurrence: newRecurrenceSchema.nullable().default(null),
  tags: tagsSchema.default([]),
  assigneeId: idSchema.nullable().default(null),
  departmentId: idSchema.nullable().default(null),
  parentId: idSchema.nullable().default(null),
  /** The message that it was made from. */
  sourceMessageId: idSchema.nullable().default(null),
  /** Values of the company's own fields, of all tasks and of its department. */
  fields: taskFieldValuesSchema.default({}),
  estimateMinutes: minutesSchema.nullable().default(null),
  /** A cycle of its department that has not ended. */
  cycleId: idSchema.nullable().default(null),
  /** Made with it, all or none. They are in its department. */
  subtasks: z
    .array(
      z.object({
        id: idSchema,
        title: taskTitleSchema,
        description: taskDescriptionSchema.default(""),
        priority: taskPrioritySchema.default("medium"),
        due: dueSchema.nullable().default(null),
        tags: tagsSchema.default([]),
        assigneeId: idSchema.nullable().default(null),
        estimateMinutes: minutesSchema.nullable().default(null),
      }),
    )
    .max(maxTemplateParts)
    .default([]),
});
export type NewTask = z.input<typeof newTaskSchema>;

/** A task as every list shows it, and every event brings it: the same for all who may read it. */
export const taskSchema = z.object({
  id: idSchema,
  title: z.string(),
  /** The beginning of the description. */
  note: z.string(),
  status: taskStatusSchema,
  /** The company's own state that it is in; null where there are none. */
  state: taskStateSchema.nullable(),
  /** Sorts the tasks of one status, compared character by character as ASCII. */
  rank: z.string(),
  priority: taskPrioritySchema,
  startsOn: daySchema.nullable(),
  due: z
    .object({
      date: daySchema,
      clock: z.object({ time: z.string(), zone: z.string() }).nullable(),
    })
    .nullable(),
  /** For the newest task of a series. When it is finished, the next one takes over the recurrence. */
  recurrence: recurrenceSchema.nullable(),
  tags: z.array(z.string()),
  /** The urgency set by hand in the matrix. Null if the due date decides. */
  isUrgent: z.boolean().nullable(),
  createdBy: personSchema,
  assignee: personSchema.nullable(),
  watcherIds: z.array(idSchema),
  departmentId: idSchema.nullable(),
  parentId: idSchema.nullable(),
  /** The time that it is expected to take. */
  estimateMinutes: z.int().nullable(),
  /** The time that people have spent on it. */
  trackedMinutes: z.int(),
  /** Values of the company's own fields, also of those that its department does not have. */
  fields: taskFieldValuesSchema,
  /** By the names of formulas: why they have no value. Left out where none has failed. */
  fieldFaults: z.record(z.string(), z.enum(formulaFaults)).optional(),
  /** The cycle that it is planned for. */
  cycle: taskCycleSchema.nullable(),
  /** The people in these fields. */
  fieldPeople: z.array(personSchema),
  /** Only an ID: viewers who may not read the message get nothing else. */
  sourceMessageId: idSchema.nullable(),
  commentCount: z.int(),
  attachmentCount: z.int(),
  subtasks: z.object({ done: z.int(), total: z.int() }),
  /** How many open tasks hold it up, and how many open tasks it holds up. */
  blockedBy: z.int(),
  blocks: z.int(),
  /** Grows with every change: of two states of a task the one with the higher version is the newer. */
  version: z.int(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  completedAt: instantSchema.nullable(),
});
export type Task = z.infer<typeof taskSchema>;

/** Enough of a task that another one points at. */
export const taskReferenceSchema = taskSchema.pick({
  id: true,
  title: true,
  status: true,
  state: true,
  due: true,
  assignee: true,
});
export type TaskReference = z.infer<typeof taskReferenceSchema>;

const atMostSchema = (max: number) => storableTextSchema.trim().max(max);
/** An address that a browser may open: of the web, and nothing that runs. */
const addressSchema = storableTextSchema
  .trim()
  .max(2000)
  .pipe(z.url({ protocol: /^https?$/i, error: "Enter a web address" }));

/** Something that a task needs. Specification, section 3 (task requirement). */
export const newRequirementSchema = z.object({
  id: idSchema,
  name: storableTextSchema
    .trim()
    .refine(...visible("A requirement needs a name"))
    .max(200),
  kind: atMostSchema(40).default("resource"),
  url: z.union([z.literal(""), addressSchema]).default(""),
  notes: atMostSchema(1000).default(""),
});
export const requirementSchema = z.object({
  id: idSchema,
  name: z.string(),
  kind: z.string(),
  url: z.string(),
  notes: z.string(),
  createdAt: instantSchema,
});
export type Requirement = z.infer<typeof requirementSchema>;

/** An address, attached to a task. Without a name it is the last part of its path, or "link". Section 5. */
export const newTaskLinkSchema = z.object({
  id: idSchema,
  url: addressSchema,
  filename: atMostSchema(200).default(""),
});
export const taskLinkSchema = z.object({
  id: idSchema,
  url: z.string(),
  filename: z.string(),
  addedBy: personSchema,
  createdAt: instantSchema,
});
export type TaskLink = z.infer<typeof taskLinkSchema>;

/** A task that is opened. */
export const openTaskSchema = taskSchema.extend({
  description: z.string(),
  /** Is sent back with a new description: of two who write it at once, the later one is told. */
  descriptionVersion: z.int(),
  watchers: z.array(personSchema),
  parent: taskReferenceSchema.nullable(),
  subtaskList: z.array(taskReferenceSchema),
  /** Only those that the viewer may read. */
  blockedByList: z.array(taskReferenceSchema),
  blocksList: z.array(taskReferenceSchema),
  requirements: z.array(requirementSchema),
  links: z.array(taskLinkSchema),
  attachments: z.array(attachmentSchema),
  /** The fields of its department and of all tasks, in their order. */
  ownFields: z.array(taskFieldSchema),
  /** Filled fields of other departments, in which the task was before. */
  otherFields: z.array(taskFieldSchema.extend({ departmentId: idSchema })),
  /** Somebody sees it as a guest, and reads its comments. Left out if nobody does. */
  hasGuests: z.literal(true).optional(),
});
export type OpenTask = z.infer<typeof openTaskSchema>;
