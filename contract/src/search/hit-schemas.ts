import { z } from "zod";
import { announcementPrioritySchema } from "../announcements/schemas.ts";
import { boardPhaseSchema } from "../brainstorm/schemas.ts";
import { channelTypeSchema } from "../chat/channel-schemas.ts";
import { attachmentSchema } from "../files/schemas.ts";
import { ideaStatusSchema } from "../ideas/schemas.ts";
import { daySchema, idSchema, instantSchema, namedSchema, sequenceSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { taskPrioritySchema, taskStatusSchema } from "../tasks/schemas.ts";
import { taskStateSchema } from "../tasks/state-schemas.ts";
import { searchKinds } from "./limits.ts";

export const searchKindSchema = z.enum(searchKinds);

/**
 * A text and what was found in it, as ranges of it: from, up to, in UTF-16 units, in order, and none over another. It is
 * shown as the text that it is; what looks like markup in it is none.
 */
export const markedTextSchema = z.object({
  text: z.string(),
  marks: z.array(z.tuple([z.int().min(0), z.int().min(0)])),
});
export type MarkedText = z.infer<typeof markedTextSchema>;

const placeSchema = namedSchema.extend({ type: channelTypeSchema });

/** A place in a file, from 1: the page of a PDF, or the line of a text. Null where it is not known. */
const filePassageSchema = z.object({ page: z.int().nullable(), line: z.int().nullable() });

/** The additional fields of a hit of each kind. */
export const hitDetailSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("message"),
    channel: placeSchema,
    parentId: idSchema.nullable(),
    seq: sequenceSchema,
    replyCount: z.int(),
    attachmentCount: z.int(),
  }),
  z.object({
    kind: z.literal("task"),
    status: taskStatusSchema,
    /** The company's own state that it is in. */
    state: taskStateSchema.nullable(),
    priority: taskPrioritySchema,
    dueDate: daySchema.nullable(),
    assignee: personSchema.nullable(),
    commentCount: z.int(),
  }),
  z.object({
    kind: z.literal("event"),
    startsAt: instantSchema,
    endsAt: instantSchema,
    isAllDay: z.boolean(),
    /** For an all-day event, its first and last day. */
    startsOn: daySchema.nullable(),
    endsOn: daySchema.nullable(),
    location: z.string(),
  }),
  z.object({
    kind: z.literal("announcement"),
    priority: announcementPrioritySchema,
    state: z.enum(["PUBLISHED", "DRAFT", "SCHEDULED", "EXPIRED", "ARCHIVED"]),
    /** Neither for departments nor for roles alone. */
    isForEveryone: z.boolean(),
    commentCount: z.int(),
  }),
  z.object({
    kind: z.literal("article"),
    articleKind: z.enum(["article", "sop", "faq"]),
    /** The section that was found; null: the page itself. */
    section: z.string().nullable(),
    isOverdue: z.boolean(),
  }),
  z.object({
    kind: z.literal("question"),
    votes: z.int(),
    answerCount: z.int(),
    /** The author of the accepted answer. */
    acceptedBy: personSchema.nullable(),
    isInFaq: z.boolean(),
  }),
  z.object({
    kind: z.literal("idea"),
    status: ideaStatusSchema,
    voteCount: z.int(),
    commentCount: z.int(),
  }),
  z.object({
    kind: z.literal("board"),
    /** Null: no workshop runs. */
    phase: boardPhaseSchema.nullable(),
    noteCount: z.int(),
    isArchived: z.boolean(),
  }),
  z.object({
    kind: z.literal("card"),
    /** The names of its section and stage. */
    section: z.string(),
    stage: z.string(),
    dueDate: daySchema.nullable(),
    commentCount: z.int(),
  }),
  z.object({
    kind: z.literal("comment"),
    /** The thing commented on: its kind, such as `task`, and its title. */
    subject: z.object({ kind: z.string(), id: idSchema, title: z.string() }),
  }),
  z.object({
    kind: z.literal("file"),
    attachment: attachmentSchema,
    /** Where in the file the quoted passage is; null where the file only matches by its name. */
    passage: filePassageSchema.nullable(),
    /** The thing it is attached to: its kind, such as `message`, and its title. */
    subject: z.object({ kind: z.string(), id: idSchema, title: z.string() }),
  }),
  z.object({
    kind: z.literal("channel"),
    channel: placeSchema,
    memberCount: z.int(),
    isMember: z.boolean(),
    isArchived: z.boolean(),
  }),
  z.object({ kind: z.literal("person"), person: personSchema }),
]);
export type HitDetail = z.infer<typeof hitDetailSchema>;

/** Something that was found, and that the viewer may open. */
export const hitSchema = z.object({
  kind: searchKindSchema,
  id: idSchema,
  /** Empty for messages and comments, which have no title. */
  title: markedTextSchema,
  /** A part of its text around what was found; empty where it has none. */
  text: markedTextSchema,
  /** Empty for kinds that have none. */
  tags: z.array(markedTextSchema),
  /** When it was written, or is. */
  at: instantSchema,
  /** The author, or the person the hit is about. */
  person: personSchema.nullable(),
  departments: z.array(namedSchema),
  /** Where in Atoll it opens. */
  link: z.string(),
  detail: hitDetailSchema,
});
export type Hit = z.infer<typeof hitSchema>;

/** How many of a kind there are: exact up to 1,000, and `isMore` beyond. */
export const hitCountSchema = z.object({ count: z.int(), isMore: z.boolean() });
export type HitCount = z.infer<typeof hitCountSchema>;
