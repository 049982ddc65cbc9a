import { z } from "zod";
import { listedIdeaSchema } from "./schemas.ts";

/** The content of an ideas card: the ideas with the most votes, and the total. */
export const ideaCardSchema = z.object({
  type: z.literal("ideas"),
  ideas: z.array(listedIdeaSchema),
  total: z.int(),
});
