import { z } from "zod";
import { daySchema, idSchema, instantSchema } from "../identifiers.ts";
import { taskTitleSchema } from "../tasks/schemas.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { visible } from "../text/visible-text.ts";
import {
  maxSequenceDays,
  maxSequenceName,
  maxSequenceNotes,
  maxSequenceSteps,
  maxSequenceStepTitle,
} from "./limits.ts";

export const sequenceStepSchema = z.object({
  title: taskTitleSchema.max(maxSequenceStepTitle, `Use at most ${maxSequenceStepTitle} characters`),
  /** The description of the task. */
  notes: storableTextSchema.trim().max(maxSequenceNotes).default(""),
  /** Days after the step before is done; for the first step, after the start. */
  days: z.int().min(0).max(maxSequenceDays),
});
export type SequenceStep = z.output<typeof sequenceStepSchema>;

export const newSequenceSchema = z.object({
  name: storableTextSchema
    .trim()
    .refine(...visible("Name is required"))
    .max(maxSequenceName, `Use at most ${maxSequenceName} characters`),
  steps: z.array(sequenceStepSchema).min(1, "Add a step").max(maxSequenceSteps),
});
export type NewSequence = z.output<typeof newSequenceSchema>;

export const sequenceSchema = newSequenceSchema.extend({
  id: idSchema,
  version: z.int(),
  /** The cards that are in it now. */
  running: z.int(),
});
export type Sequence = z.output<typeof sequenceSchema>;

/** The way of a card through the steps that its sequence had at the start. */
export const enrolmentSchema = z.object({
  name: z.string(),
  /** The index of the current step. */
  step: z.int(),
  state: z.enum(["running", "stopped", "finished"]),
  steps: z.array(
    sequenceStepSchema.extend({
      taskId: idSchema.nullable(),
      dueOn: daySchema.nullable(),
      doneAt: instantSchema.nullable(),
    }),
  ),
});
export type Enrolment = z.output<typeof enrolmentSchema>;
