import { z } from "zod";
import { listedIdeaSchema } from "./schemas.ts";

/** What a card of ideas shows: the ones with the most votes, and how many there are. */
export const ideaCardSchema = z.object({
  type: z.literal("ideas"),
  ideas: z.array(listedIdeaSchema),
  total: z.int(),
});
