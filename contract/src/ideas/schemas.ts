import { z } from "zod";
import { maxAttachments } from "../files/limits.ts";
import { attachmentSchema } from "../files/schemas.ts";
import { daySchema, idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { tagSchema, taskReferenceSchema } from "../tasks/schemas.ts";
import { storableTextSchema } from "../text.ts";
import {
  effortsInWeeks,
  ideaEntryKinds,
  ideaReplyMaxLength,
  ideaStatuses,
  ideaTextMaxLength,
  ideaTitleMaxLength,
  maxIdeaAudience,
  maxIdeaTags,
  maxImpact,
} from "./limits.ts";

const atMost = (what: string, max: number) =>
  [
    (text: string) => text.length <= max || [...text].length <= max,
    `${what} can have at most ${max} characters`,
  ] as const;

export const ideaTitleSchema = storableTextSchema
  .trim()
  .min(1, "Say in a few words what would be better")
  .refine(...atMost("A title", ideaTitleMaxLength));
export const ideaTextSchema = storableTextSchema.trim().refine(...atMost("An idea", ideaTextMaxLength));
export const ideaReplySchema = storableTextSchema
  .trim()
  .min(1, "Write a line to the voters")
  .refine(...atMost("A reply", ideaReplyMaxLength));
export const ideaStatusSchema = z.enum(ideaStatuses);

/** Each id once, in a fixed order, so that the same choice always compares equal. */
const audienceSchema = z
  .array(idSchema)
  .max(maxIdeaAudience)
  .transform((ids) => [...new Set(ids)].sort());
const ideaTagsSchema = z
  .array(tagSchema)
  .max(maxIdeaTags, `An idea can have at most ${maxIdeaTags} tags`)
  .transform((tags) => [...new Set(tags)]);

const fields = {
  title: ideaTitleSchema,
  text: ideaTextSchema,
  departmentId: idSchema.nullable(),
  /** The departments that it is for; none: everyone. */
  audienceIds: audienceSchema,
  tags: ideaTagsSchema,
  /** All of its files, in their order: a file that is left out is discarded. */
  attachmentIds: z.array(idSchema).max(maxAttachments),
};

/** The idea a browser sends. The browser generates the ID, so that sending it again does not create a second idea. */
export const newIdeaSchema = z
  .object({
    id: idSchema,
    title: fields.title,
    text: fields.text.default(""),
    departmentId: fields.departmentId.default(null),
    audienceIds: fields.audienceIds.default([]),
    tags: fields.tags.default([]),
    attachmentIds: fields.attachmentIds.default([]),
    isAnonymous: z.boolean().default(false),
    /** The message that it was made from. */
    sourceMessageId: idSchema.nullable().default(null),
  })
  .refine(({ isAnonymous, attachmentIds }) => !isAnonymous || attachmentIds.length === 0, {
    path: ["attachmentIds"],
    message: "An anonymous idea cannot have files: they could show who posted it",
  });
export type NewIdea = z.input<typeof newIdeaSchema>;

/** A change: only the fields that are named. */
export const ideaChangeSchema = z.object({
  ...z.object(fields).partial().shape,
  ownerId: idSchema.nullable().optional(),
  /** The version that was edited: the change is refused if somebody has saved another one since. */
  textVersion: z.int().min(1),
});
export type IdeaChange = z.input<typeof ideaChangeSchema>;

/** A new status, or another reply to the same one. The id makes it one entry of the timeline, however often it is sent. */
export const ideaDecisionSchema = z.object({
  id: idSchema,
  status: ideaStatusSchema,
  reply: ideaReplySchema,
  /** When the next step is expected; a browser shows its month. */
  targetOn: daySchema.nullable().default(null),
  /** The status that was seen: the change is refused if the idea has another one by now. */
  seenStatus: ideaStatusSchema,
});
export type IdeaDecision = z.input<typeof ideaDecisionSchema>;

export const ideaScoreSchema = z.object({
  impact: z.int().min(1).max(maxImpact),
  effortWeeks: z.union(effortsInWeeks.map((weeks) => z.literal(weeks))),
});
export type IdeaScore = z.infer<typeof ideaScoreSchema>;

const namedSchema = z.object({ id: idSchema, name: z.string() });

/** An idea as every reader sees it, and every event brings it. */
export const ideaSchema = z.object({
  id: idSchema,
  title: z.string(),
  /** The beginning of the text, in Markdown. */
  note: z.string(),
  status: ideaStatusSchema,
  statusAt: instantSchema,
  targetOn: daySchema.nullable(),
  /** Null: it was posted anonymously. */
  author: personSchema.nullable(),
  owner: personSchema.nullable(),
  department: namedSchema.extend({ slug: z.string() }).nullable(),
  audience: z.array(namedSchema),
  tags: z.array(z.string()),
  voteCount: z.int(),
  /** Grows with every change to the votes: an older count never replaces a newer one. */
  voteVersion: z.int(),
  commentCount: z.int(),
  /** The medians of what people scored; null: nobody has. */
  score: z.object({ impact: z.number(), effortWeeks: z.number(), count: z.int() }).nullable(),
  /** The newest official reply, as long as lists show it. */
  reply: z.object({ note: z.string(), at: instantSchema, by: personSchema }).nullable(),
  isHidden: z.boolean(),
  isLocked: z.boolean(),
  /** Comes back with a change of the text. */
  textVersion: z.int(),
  /** Grows with every change: of two states the one with the higher version is the newer. */
  version: z.int(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type Idea = z.infer<typeof ideaSchema>;

/** An idea as a list of one person shows it. */
export const listedIdeaSchema = ideaSchema.extend({
  hasVoted: z.boolean(),
  ownScore: ideaScoreSchema.nullable(),
});
export type ListedIdea = z.infer<typeof listedIdeaSchema>;

/** An idea that is opened, as the viewer sees it. */
export const openIdeaSchema = listedIdeaSchema.extend({
  text: z.string(),
  /** The newest official reply, whole. */
  replyText: z.string().nullable(),
  attachments: z.array(attachmentSchema),
  sourceMessageId: idSchema.nullable(),
  /** When it came to each status that it has had, for the last time. */
  steps: z.array(z.object({ status: ideaStatusSchema, at: instantSchema })),
  /** The tasks that it became, of those that the viewer may read. */
  tasks: z.array(taskReferenceSchema),
  /** How many tasks were made of it, for everyone the same: comes back with a promotion. */
  taskCount: z.int(),
  /** Whether the viewer is the author, even if the author is anonymous. */
  isOwn: z.boolean(),
  mayEdit: z.boolean(),
  mayArrange: z.boolean(),
  mayDecide: z.boolean(),
});
export type OpenIdea = z.infer<typeof openIdeaSchema>;

/** Enough of an idea that another one points at. */
export const ideaReferenceSchema = ideaSchema.pick({
  id: true,
  title: true,
  status: true,
  statusAt: true,
  voteCount: true,
});
export type IdeaReference = z.infer<typeof ideaReferenceSchema>;

/** One line of what happened to an idea. */
export const ideaEntrySchema = z.object({
  id: idSchema,
  kind: z.enum(ideaEntryKinds),
  /** Null: the anonymous author. */
  actor: personSchema.nullable(),
  at: instantSchema,
  /** For a status change: from, to, the reply, and how many people were notified. */
  from: ideaStatusSchema.nullable(),
  to: ideaStatusSchema.nullable(),
  reply: z.string(),
  notified: z.int(),
  /** For a merge: the other idea with an excerpt, if the viewer may read it, and how many votes were added. */
  other: z
    .object({
      id: idSchema,
      title: z.string(),
      note: z.string(),
      /** It still is part of this one, and a moderator may take it out again. */
      isMerged: z.boolean(),
    })
    .nullable(),
  votes: z.int(),
  /** For an edit: the text before it. */
  before: z.object({ title: z.string(), text: z.string() }).nullable(),
  /** For a new owner. */
  person: personSchema.nullable(),
});
export type IdeaEntry = z.infer<typeof ideaEntrySchema>;
