import { z } from "zod";
import { maxAttachments } from "../files/limits.ts";
import { attachmentSchema } from "../files/schemas.ts";
import { idSchema, instantSchema, namedSchema } from "../identifiers.ts";
import { mentionSchema } from "../mention-schema.ts";
import { personSchema } from "../people/schemas.ts";
import { atMost } from "../text/at-most.ts";
import { maxMentions } from "../text/max-mentions.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { visible } from "../text/visible-text.ts";
import { standingSchema } from "../votes/schemas.ts";
import {
  maxTagsPerQuestion,
  questionTextMaxLength,
  questionTitleMaxLength,
  tagNameMaxLength,
} from "./limits.ts";

const upTo = (max: number, what: string) => storableTextSchema.trim().refine(...atMost(what, max));

export const questionTitleSchema = upTo(questionTitleMaxLength, "A question").min(
  1,
  "Write your question first",
);
export const questionTextSchema = upTo(questionTextMaxLength, "The text");
const tagPattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[-+.][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*$/u;

/** In small letters, without spaces: "go-live". Letters of many scripts have marks that no letter is composed with. */
export const tagNameSchema = z
  .string()
  .trim()
  .normalize("NFC")
  .toLowerCase()
  .max(tagNameMaxLength, `A tag can have at most ${tagNameMaxLength} characters`)
  .regex(tagPattern, "A tag has letters, digits and single dashes");
const tagsSchema = z
  .array(tagNameSchema)
  .max(maxTagsPerQuestion, `A question can have at most ${maxTagsPerQuestion} tags`);
const mentionIdsSchema = z.array(idSchema).max(maxMentions).default([]);
const attachmentIdsSchema = z.array(idSchema).max(maxAttachments).default([]);

/**
 * The question a browser sends. The browser generates the ID, so that sending it again does not create a second
 * question.
 */
export const newQuestionSchema = z
  .object({
    id: idSchema,
    title: questionTitleSchema,
    content: questionTextSchema.default(""),
    tags: tagsSchema.default([]),
    /** The department that it is sent to. */
    departmentId: idSchema.nullable().default(null),
    /** Only this department can see it. */
    isPrivate: z.boolean().default(false),
    /** The person who is asked for an answer. */
    askedId: idSchema.nullable().default(null),
    isAnonymous: z.boolean().default(false),
    mentionIds: mentionIdsSchema,
    attachmentIds: attachmentIdsSchema,
  })
  .refine(({ isPrivate, departmentId }) => !isPrivate || departmentId !== null, {
    path: ["departmentId"],
    message: "Choose the department that can see it",
  })
  .refine(({ isAnonymous, attachmentIds }) => !isAnonymous || attachmentIds.length === 0, {
    path: ["attachmentIds"],
    message: "An anonymous question cannot have files: they could show who asked",
  });
export type NewQuestion = z.input<typeof newQuestionSchema>;

export const questionChangeSchema = z.object({
  title: questionTitleSchema,
  content: questionTextSchema,
  tags: tagsSchema,
  mentionIds: mentionIdsSchema,
  /** The version that was edited. */
  textVersion: z.int().min(1),
});

export const newAnswerSchema = z.object({
  id: idSchema,
  content: questionTextSchema.refine(...visible("Write something first")),
  mentionIds: mentionIdsSchema,
  attachmentIds: attachmentIdsSchema,
});
export type NewAnswer = z.input<typeof newAnswerSchema>;

export const answerChangeSchema = z.object({
  content: questionTextSchema.refine(...visible("Write something first")),
  mentionIds: mentionIdsSchema,
  version: z.int().min(1),
});

export const tagSchema = z.object({ id: idSchema, name: z.string() });
export type Tag = z.infer<typeof tagSchema>;

export const questionSchema = z.object({
  id: idSchema,
  title: z.string(),
  note: z.string(),
  /** Null: asked anonymously. */
  author: personSchema.nullable(),
  tags: z.array(tagSchema),
  department: namedSchema.nullable(),
  isPrivate: z.boolean(),
  asked: personSchema.nullable(),
  standing: standingSchema,
  answerCount: z.int(),
  /** The author of the accepted answer. Null if none is accepted. */
  acceptedBy: personSchema.nullable(),
  /** The accepted answer is old, or somebody marked it as outdated. */
  isStale: z.boolean(),
  acceptedAt: instantSchema.nullable(),
  /** Answers that came since the viewer looked at it. */
  newAnswers: z.int(),
  viewCount: z.int(),
  /** It is in the FAQ of the knowledge base, or the duplicate of another question. */
  closedAs: z.enum(["faq", "duplicate"]).nullable(),
  createdAt: instantSchema,
  activeAt: instantSchema,
});
export type Question = z.infer<typeof questionSchema>;

export const answerSchema = z.object({
  id: idSchema,
  /** The question that it was written to, which may be merged into the one that shows it. */
  questionId: idSchema,
  content: z.string(),
  author: personSchema,
  mentions: z.array(mentionSchema),
  attachments: z.array(attachmentSchema),
  standing: standingSchema,
  commentCount: z.int(),
  /** `elsewhere`: accepted on a question that was merged into this one. */
  accepted: z.enum(["yes", "no", "elsewhere"]),
  createdAt: instantSchema,
  editedAt: instantSchema.nullable(),
  version: z.int(),
  rights: z.object({ mayVote: z.boolean(), mayEdit: z.boolean(), mayDelete: z.boolean() }),
});
export type Answer = z.infer<typeof answerSchema>;

const linkedQuestionSchema = z.object({ id: idSchema, title: z.string() });

export const openQuestionSchema = questionSchema.extend({
  content: z.string(),
  mentions: z.array(mentionSchema),
  attachments: z.array(attachmentSchema),
  answers: z.array(answerSchema),
  commentCount: z.int(),
  editedAt: instantSchema.nullable(),
  textVersion: z.int(),
  /** The question that this one is a duplicate of, or was merged into; null where the viewer may not read it. */
  leadsTo: linkedQuestionSchema.nullable(),
  /** The questions merged into it that the viewer may read. */
  merged: z.array(linkedQuestionSchema),
  /** Where it is in the FAQ. */
  faqLink: z.string().nullable(),
  isStaleByHand: z.boolean(),
  rights: z.object({
    mayVote: z.boolean(),
    mayAnswer: z.boolean(),
    mayEdit: z.boolean(),
    mayDelete: z.boolean(),
    mayAccept: z.boolean(),
    mayClose: z.boolean(),
    mayModerate: z.boolean(),
    mayPromote: z.boolean(),
  }),
});
export type OpenQuestion = z.infer<typeof openQuestionSchema>;

export const expertSchema = z.object({
  person: personSchema,
  accepted: z.int(),
  tags: z.array(z.string()),
});
export type Expert = z.infer<typeof expertSchema>;

export const questionOverviewSchema = z.object({
  total: z.int(),
  unanswered: z.int(),
  following: z.int(),
  mine: z.int(),
  tags: z.array(tagSchema.extend({ count: z.int(), isFollowing: z.boolean() })),
  /** The oldest without an answer, each with somebody who knows its tags. */
  queue: z.array(
    z.object({
      question: linkedQuestionSchema,
      createdAt: instantSchema,
      votes: z.int(),
      expert: expertSchema.nullable(),
      /** The person who was asked for an answer. */
      asked: personSchema.nullable(),
    }),
  ),
  helpful: z.array(expertSchema),
});
export type QuestionOverview = z.infer<typeof questionOverviewSchema>;

export const questionEditSchema = z.object({
  id: idSchema,
  answerId: idSchema.nullable(),
  /** Null: the anonymous author. */
  editor: personSchema.nullable(),
  at: instantSchema,
  titleBefore: z.string().nullable(),
  contentBefore: z.string(),
});
