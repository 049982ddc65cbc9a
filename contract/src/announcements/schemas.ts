import { z } from "zod";
import { maxAttachments } from "../files/limits.ts";
import { attachmentSchema } from "../files/schemas.ts";
import { idSchema, instantSchema, namedSchema } from "../identifiers.ts";
import { mentionSchema } from "../mention-schema.ts";
import { personSchema } from "../people/schemas.ts";
import { atMost } from "../text/at-most.ts";
import { maxMentions } from "../text/max-mentions.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import {
  announcementContentMaxLength,
  announcementPriorities,
  announcementStatuses,
  announcementTitleMaxLength,
  maxAudienceParts,
  readerStates,
  readingSteps,
} from "./limits.ts";

export const announcementTitleSchema = storableTextSchema
  .trim()
  .refine(...atMost("A title", announcementTitleMaxLength));
export const announcementContentSchema = storableTextSchema
  .trim()
  .refine(...atMost("An announcement", announcementContentMaxLength));
export const announcementPrioritySchema = z.enum(announcementPriorities);
export const announcementStatusSchema = z.enum(announcementStatuses);

const chosenSchema = z
  .array(idSchema)
  .max(maxAudienceParts)
  .transform((ids) => [...new Set(ids)]);

/** All that is edited of an announcement. A draft may lack a title; what is published may not. */
const fields = {
  title: announcementTitleSchema,
  content: announcementContentSchema,
  priority: announcementPrioritySchema,
  departmentIds: chosenSchema,
  roleIds: chosenSchema,
  expiresAt: instantSchema.nullable(),
  mustRead: z.boolean(),
  /** Until when a must-read is to be confirmed. */
  dueAt: instantSchema.nullable(),
  allowsComments: z.boolean(),
  /** A must-read also goes by mail to those who are asked to confirm it, unless they have stopped such mails. */
  byMail: z.boolean(),
  /** All of its files, in their order: what is not named any more is thrown away. */
  attachmentIds: z.array(idSchema).max(maxAttachments),
  /** People that the text may mention. Those whose name follows an @ in it are notified if they can read it. */
  mentionIds: z.array(idSchema).max(maxMentions),
};

/**
 * The draft a browser sends. The browser generates the ID, so that sending it again does not create a second
 * announcement.
 */
export const newAnnouncementSchema = z.object({
  id: idSchema,
  title: fields.title.default(""),
  content: fields.content.default(""),
  priority: fields.priority.default("MEDIUM"),
  departmentIds: fields.departmentIds.default([]),
  roleIds: fields.roleIds.default([]),
  expiresAt: fields.expiresAt.default(null),
  mustRead: fields.mustRead.default(false),
  dueAt: fields.dueAt.default(null),
  allowsComments: fields.allowsComments.default(false),
  byMail: fields.byMail.default(false),
  attachmentIds: fields.attachmentIds.default([]),
  mentionIds: fields.mentionIds.default([]),
});
export type NewAnnouncement = z.input<typeof newAnnouncementSchema>;

/** A change: only the fields that are named. */
export const announcementChangeSchema = z.object({
  ...z.object(fields).partial().shape,
  /** The version that was edited. If there is a newer one, the change is refused. */
  textVersion: z.int().min(1),
  /** Asks the whole audience of a published announcement to read it again. */
  isImportant: z.boolean().default(false),
  /** Set directly: as its publication, its withdrawal or its archiving. Section 4. */
  status: announcementStatusSchema.optional(),
});
export type AnnouncementChange = z.input<typeof announcementChangeSchema>;

/** The fields that are the same for every reader, and so part of every event. Section 3. */
export const announcementSchema = z.object({
  id: idSchema,
  title: z.string(),
  /** The beginning of the content, in Markdown as it was written. */
  note: z.string(),
  status: announcementStatusSchema,
  priority: announcementPrioritySchema,
  author: personSchema,
  departments: z.array(namedSchema),
  roles: z.array(namedSchema),
  /** Set for a draft with scheduled publication. */
  scheduledFor: instantSchema.nullable(),
  publishedAt: instantSchema.nullable(),
  expiresAt: instantSchema.nullable(),
  mustRead: z.boolean(),
  dueAt: instantSchema.nullable(),
  allowsComments: z.boolean(),
  byMail: z.boolean(),
  commentCount: z.int(),
  attachmentCount: z.int(),
  /** Starts at 1 and increases with every important change, after which it must be read and confirmed again. */
  edition: z.int(),
  /** When this edition was published, where it is not the first. */
  editionAt: instantSchema.nullable(),
  /** Is sent back with a change: of two who edit it at once, the later one is told. */
  textVersion: z.int(),
  /** Grows with every change: of two states the one with the higher version is the newer. */
  version: z.int(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type Announcement = z.infer<typeof announcementSchema>;

/** The viewer's progress with the newest edition addressed to them. */
export const readStatusSchema = z.object({
  userId: idSchema,
  edition: z.int(),
  readAt: instantSchema,
  confirmedAt: instantSchema.nullable(),
});
export type ReadStatus = z.infer<typeof readStatusSchema>;

/** An announcement as a list of one person shows it. */
export const listedAnnouncementSchema = announcementSchema.extend({
  /** The edition as it is now. */
  isRead: z.boolean(),
  /** Refers to the last edition they have opened. Null if they have opened none. */
  readStatus: readStatusSchema.nullable(),
});
export type ListedAnnouncement = z.infer<typeof listedAnnouncementSchema>;

/** One that is opened. */
export const openAnnouncementSchema = listedAnnouncementSchema.extend({
  content: z.string(),
  mentions: z.array(mentionSchema),
  attachments: z.array(attachmentSchema),
  /** It is for the viewer: else they see it as its author, or as somebody who publishes. */
  isAddressed: z.boolean(),
});
export type OpenAnnouncement = z.infer<typeof openAnnouncementSchema>;

/** Counts of announcements currently published for the viewer. Counting stops at 100. */
export const announcementCountsSchema = z.object({
  unread: z.int(),
  urgent: z.int(),
  /** Must-reads that they have not confirmed. */
  toConfirm: z.int(),
});
export type AnnouncementCounts = z.infer<typeof announcementCountsSchema>;

/** The people an audience reaches, each counted once. */
export const reachSchema = z.object({
  reached: z.int(),
  everyone: z.int(),
  /** How many of those who are reached get a must-read by mail, if its author wants that. Null: no mail is sent. */
  byMail: z.int().nullable(),
  /** Each department with how many of it the chosen roles leave, and each role with how many the departments leave. */
  departments: z.array(namedSchema.extend({ count: z.int() })),
  roles: z.array(namedSchema.extend({ count: z.int() })),
  /** The first few, by name. */
  people: z.array(personSchema),
});
export type Reach = z.infer<typeof reachSchema>;

/** The number of people who have read the current edition of an announcement. */
export const readersSummarySchema = z.object({
  /** The current size of the audience. */
  total: z.int(),
  confirmed: z.int(),
  read: z.int(),
  unopened: z.int(),
  /** Have read it, and it is for them no longer. */
  left: z.int(),
  /** The number of people a nudge would reach now: they have not finished, and were not nudged within a day. */
  nudgeable: z.int(),
  lastNudgedAt: instantSchema.nullable(),
  /** How many confirmed it, or opened it where that is all, in each hour, day or week since the edition came out. */
  pace: z.object({
    since: instantSchema,
    step: z.enum(readingSteps),
    /** The last one is under way, unless a year has passed. */
    counts: z.array(z.int()),
  }),
  /** A person in several departments counts in each of them. */
  departments: z.array(namedSchema.extend({ total: z.int(), confirmed: z.int(), read: z.int() })),
});
export type ReadersSummary = z.infer<typeof readersSummarySchema>;

export const readerSchema = z.object({
  person: personSchema,
  departments: z.array(namedSchema),
  state: z.enum(readerStates),
  readAt: instantSchema.nullable(),
  confirmedAt: instantSchema.nullable(),
  /** The edition that they confirmed last, where it is an earlier one. */
  confirmedEdition: z.int().nullable(),
  nudges: z.int(),
  nudgedAt: instantSchema.nullable(),
});
export type Reader = z.infer<typeof readerSchema>;
