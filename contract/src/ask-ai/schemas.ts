import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { hitSchema } from "../search/hit-schemas.ts";
import { atMost } from "../text/at-most.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { visible } from "../text/visible-text.ts";
import { askedQuestionMaxLength } from "./limits.ts";

/** Where an answer may come from: everything that the asker may read, or a part of it. */
export const askScopeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("everything") }),
  /** Pages of the knowledge base. */
  z.object({ kind: z.literal("knowledge") }),
  z.object({ kind: z.literal("department"), id: idSchema }),
  z.object({ kind: z.literal("channel"), id: idSchema }),
]);
export type AskScope = z.infer<typeof askScopeSchema>;

/** Asks for a summary: of the unread messages of a channel, or of a thread by the message that it hangs on. */
export const askSummarySchema = z.object({ kind: z.enum(["channel", "thread"]), id: idSchema });
export type AskSummary = z.infer<typeof askSummarySchema>;

/** Texts that the language model writes from the passages, for the asker to send: instead of an answer. */
export const askDrafts = ["tasks", "message", "announcement"] as const;
export type AskDraft = (typeof askDrafts)[number];

/**
 * The question a browser sends. The browser generates the ID, so that sending it again does not create a second
 * question.
 */
export const newTurnSchema = z.object({
  id: idSchema,
  question: storableTextSchema
    .trim()
    .refine(...visible("A question is required"))
    .refine(...atMost("A question", askedQuestionMaxLength)),
  scope: askScopeSchema.default({ kind: "everything" }),
  summary: askSummarySchema.optional(),
  draft: z.enum(askDrafts).optional(),
});
export type NewTurn = z.input<typeof newTurnSchema>;

/** `wanted`: a model may write it now. */
export const answerStates = ["wanted", "writing", "complete", "stopped", "failed"] as const;
export type AnswerState = (typeof answerStates)[number];

/** Why there is no answer, or only a part of one. */
export const answerFailures = [
  "busy",
  "stalled",
  "unreachable",
  "broken",
  /** The model's server responded with an error. */
  "failed",
  "empty",
  "refused",
  /** The passages do not fit into the model's window. */
  "too_long",
  /** The answer was longer than answers may be: it ends at the limit. */
  "cut",
] as const;
export type AnswerFailure = (typeof answerFailures)[number];

/** The text a language model wrote from the passages. */
export const answerSchema = z.object({
  state: z.enum(answerStates),
  /**
   * Plain text with paragraphs, lists and blocks of code. `[2]` cites the second passage; `[?]` follows a sentence whose
   * names or numbers are not in what it cites.
   */
  text: z.string(),
  /** So many of the first passages were given to the model. */
  usedCount: z.int().min(0),
  /** One of these passages is gone, closed to the reader, or has lost some of its text: the answer stays unread. */
  isWithheld: z.boolean(),
  /** One of these passages reads otherwise now than when the answer was written. */
  hasChanged: z.boolean(),
  failure: z.enum(answerFailures).nullable(),
});
export type Answer = z.infer<typeof answerSchema>;

/** A question with the passages that answer it best, as the asker may read them now. */
export const turnSchema = z.object({
  id: idSchema,
  question: z.string(),
  scope: askScopeSchema,
  /** Null: an ordinary question. Else its passages are the messages, the newest first. */
  summary: askSummarySchema.nullable(),
  /** Null: an answer. Else its text is a draft: tasks are a list, and an announcement begins with its title. */
  draft: z.enum(askDrafts).nullable(),
  askedAt: instantSchema,
  /** The best first. `text` is the quoted part, with the words of the question marked. */
  passages: z.array(hitSchema),
  /** Passages that the answer had, and that are gone or that the asker may no longer read. */
  goneCount: z.int().min(0),
  /** The passages have too little of the question in common with it to rely on. */
  isWeak: z.boolean(),
  /** The asker's rating. Null if they have not rated it. */
  isHelpful: z.boolean().nullable(),
  /** Null: no model writes answers, or there was nothing to write about. */
  answer: answerSchema.nullable(),
  /** Colleagues who have its link see it, as far as they may read its passages. */
  isShared: z.boolean(),
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

/** The server-sent events while an answer is being written. The last one is the finished turn. */
export const answerEventSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), text: z.string() }),
  z.object({ kind: z.literal("turn"), turn: turnSchema }),
]);
export type AnswerEvent = z.infer<typeof answerEventSchema>;
