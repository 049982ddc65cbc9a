import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";

/** A run of a procedure. It keeps the version and the steps that it began with. */
export const sopRunSchema = z.object({
  id: idSchema,
  articleId: idSchema,
  name: z.string(),
  version: z.int(),
  startedBy: personSchema,
  startedAt: instantSchema,
  endedAt: instantSchema.nullable(),
  endedBy: personSchema.nullable(),
  /** Every step was done. */
  isDone: z.boolean(),
  note: z.string(),
  steps: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      doneAt: instantSchema.nullable(),
      doneBy: personSchema.nullable(),
    }),
  ),
  revision: z.int(),
});
export type SopRun = z.infer<typeof sopRunSchema>;
