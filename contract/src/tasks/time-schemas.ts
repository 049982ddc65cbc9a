import { z } from "zod";
import { daySchema, idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { atMost } from "../text/at-most.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { maxTaskMinutes } from "./duration.ts";
import { maxTimeNote } from "./limits.ts";

export const minutesSchema = z.int().min(1, "Enter a duration").max(maxTaskMinutes, "This is too long");

export const timeNoteSchema = storableTextSchema.trim().refine(...atMost("A note", maxTimeNote));

/** Time that a person has spent on a task, on a day of their own calendar. */
export const timeEntrySchema = z.object({
  id: idSchema,
  taskId: idSchema,
  person: personSchema,
  day: daySchema,
  minutes: z.int(),
  note: z.string(),
  createdAt: instantSchema,
});
export type TimeEntry = z.infer<typeof timeEntrySchema>;

export const newTimeEntrySchema = z.object({
  /** Made by the browser. The same entry sent again is one entry. */
  id: idSchema,
  day: daySchema,
  minutes: minutesSchema,
  note: timeNoteSchema.default(""),
});

/** The timer that the viewer has running. */
export const taskTimerSchema = z.object({
  /** Without a title where the viewer may no longer read the task: its timer can still be stopped or discarded. */
  task: z.object({ id: idSchema, title: z.string().nullable() }),
  startedAt: instantSchema,
});
export type TaskTimer = z.infer<typeof taskTimerSchema>;

/** Minutes of a person on a day, in a report. */
export const timeReportRowSchema = z.object({ person: personSchema, day: daySchema, minutes: z.int() });
