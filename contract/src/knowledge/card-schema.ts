import { z } from "zod";
import { obligationSchema } from "./overview-schemas.ts";
import { articleSchema } from "./schemas.ts";

/** What a card of the knowledge base shows: what the viewer has to read, and which of their pages are due for review. */
export const knowledgeCardSchema = z.object({
  type: z.literal("knowledge"),
  toRead: z.array(obligationSchema),
  toReadCount: z.int(),
  toReview: z.array(articleSchema),
  toReviewCount: z.int(),
});
