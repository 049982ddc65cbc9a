import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { hitSchema } from "../search/hit-schemas.ts";
import { storableTextSchema } from "../text.ts";
import { askedQuestionMaxLength } from "./limits.ts";

/** Where an answer may come from: everything that the asker may read, or a part of it. */
export const askScopeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("everything") }),
  z.object({ kind: z.literal("department"), id: idSchema }),
  z.object({ kind: z.literal("channel"), id: idSchema }),
]);
export type AskScope = z.infer<typeof askScopeSchema>;

/** What a browser sends. The id is its own, so that a question that is sent again is one question. */
export const newTurnSchema = z.object({
  id: idSchema,
  question: storableTextSchema
    .trim()
    .min(1, "A question is required")
    .refine(
      (text) => text.length <= askedQuestionMaxLength || [...text].length <= askedQuestionMaxLength,
      `A question can have at most ${askedQuestionMaxLength} characters`,
    ),
  scope: askScopeSchema.default({ kind: "everything" }),
});
export type NewTurn = z.input<typeof newTurnSchema>;

/** A question with the passages that answer it best, as the asker may read them now. */
export const turnSchema = z.object({
  id: idSchema,
  question: z.string(),
  scope: askScopeSchema,
  askedAt: instantSchema,
  /** The best first. `text` is the quoted part, with the words of the question marked. */
  passages: z.array(hitSchema),
  /** Passages that the answer had, and that are gone or that the asker may no longer read. */
  goneCount: z.int().min(0),
  /** The passages have too little of the question in common with it to rely on. */
  isWeak: z.boolean(),
  /** What the asker said of it; null: nothing. */
  isHelpful: z.boolean().nullable(),
});
export type Turn = z.infer<typeof turnSchema>;

export const conversationSchema = z.object({
  id: idSchema,
  /** Its first question. */
  title: z.string(),
  /** When it was last asked something. */
  at: instantSchema,
});
export type Conversation = z.infer<typeof conversationSchema>;
