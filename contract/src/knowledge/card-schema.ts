import { z } from "zod";
import { obligationSchema } from "./overview-schemas.ts";
import { articleSchema } from "./schemas.ts";

/** A dashboard card of the knowledge base: pages the viewer has to read, and their own pages that are due for review. */
export const knowledgeCardSchema = z.object({
  type: z.literal("knowledge"),
  toRead: z.array(obligationSchema),
  toReadCount: z.int(),
  toReview: z.array(articleSchema),
  toReviewCount: z.int(),
});
