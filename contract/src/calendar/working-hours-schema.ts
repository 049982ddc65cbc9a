import { z } from "zod";

const minuteSchema = z
  .int()
  .min(0)
  .max(24 * 60);

/** From when to when somebody works on each day of a week, Monday first; null: not at all. */
export const workingHoursSchema = z
  .array(
    z
      .object({ from: minuteSchema, until: minuteSchema })
      .refine(({ from, until }) => from < until, {
        error: "The end must be after the start",
        path: ["until"],
      })
      .nullable(),
  )
  .length(7);
