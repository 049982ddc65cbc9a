import { z } from "zod";
import { questionSchema } from "./schemas.ts";

/** The content of a questions card: the questions that have waited longest for an answer, and how many wait. */
export const questionCardSchema = z.object({
  type: z.literal("questions"),
  questions: z.array(questionSchema),
  unanswered: z.int(),
});
