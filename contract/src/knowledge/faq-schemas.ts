import { z } from "zod";
import { atMost } from "../text/at-most.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { faqAnswerMaxLength } from "./limits.ts";
import { articleSchema } from "./schemas.ts";

export const faqAnswerSchema = storableTextSchema.trim().refine(...atMost("An answer", faqAnswerMaxLength));

/** An answer of the FAQ, with all of its text. */
export const faqAnswerSchemaOpen = articleSchema.extend({
  answer: z.string(),
  myVote: z.enum(["yes", "no"]).nullable(),
  canEdit: z.boolean(),
});
export type FaqAnswer = z.infer<typeof faqAnswerSchemaOpen>;
