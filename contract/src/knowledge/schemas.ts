import { z } from "zod";
import { changeIdSchema } from "../changes/schemas.ts";
import { attachmentSchema } from "../files/schemas.ts";
import { daySchema, idSchema, instantSchema, namedSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { atMost } from "../text/at-most.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import {
  articleBodyMaxLength,
  articleCategoryMaxLength,
  articleKinds,
  articleNoteMaxLength,
  articleStates,
  articleSummaryMaxLength,
  articleTagMaxLength,
  articleTitleMaxLength,
  draftStates,
  maxArticleTags,
  reviewIntervals,
} from "./limits.ts";

export const articleKindSchema = z.enum(articleKinds);
export const articleTitleSchema = storableTextSchema
  .trim()
  .refine(...atMost("A title", articleTitleMaxLength));
export const articleBodySchema = storableTextSchema.refine(...atMost("A page", articleBodyMaxLength));
const summarySchema = storableTextSchema.trim().refine(...atMost("A summary", articleSummaryMaxLength));
const noteSchema = storableTextSchema.trim().refine(...atMost("This line", articleNoteMaxLength));
export const categorySchema = storableTextSchema
  .trim()
  .refine(...atMost("A category", articleCategoryMaxLength));
const tagSchema = storableTextSchema
  .trim()
  .min(1)
  .refine(...atMost("A tag", articleTagMaxLength));
const chosenSchema = z
  .array(idSchema)
  .max(200)
  .transform((ids) => [...new Set(ids)].sort());
const reviewDaysSchema = z
  .int()
  .refine((days) => (reviewIntervals as readonly number[]).includes(days), "Choose one of the intervals")
  .nullable();

/** The settings of an article, apart from its text. */
const details = {
  parentId: idSchema.nullable(),
  category: categorySchema,
  tags: z.array(tagSchema).max(maxArticleTags),
  departmentIds: chosenSchema,
  roleIds: chosenSchema,
  ownerId: idSchema,
  reviewDays: reviewDaysSchema,
  /** New pages can begin from its published text. */
  isTemplate: z.boolean(),
};

/** A new article, which begins as a draft. The id is the browser's, so that sending it again makes one article. */
export const newArticleSchema = z.object({
  id: idSchema,
  kind: articleKindSchema,
  title: articleTitleSchema.default(""),
  summary: summarySchema.default(""),
  body: articleBodySchema.default(""),
  parentId: details.parentId.default(null),
  category: details.category.default(""),
  tags: details.tags.default([]),
  departmentIds: details.departmentIds.default([]),
  roleIds: details.roleIds.default([]),
  reviewDays: details.reviewDays.default(180),
});
export type NewArticle = z.input<typeof newArticleSchema>;

/** A change of what is chosen about an article: only the named fields. */
export const articleChangeSchema = z.object({
  ...z
    .object({
      category: details.category,
      tags: details.tags,
      departmentIds: details.departmentIds,
      roleIds: details.roleIds,
      ownerId: details.ownerId,
      reviewDays: details.reviewDays,
      isTemplate: details.isTemplate,
    })
    .partial().shape,
  /** The revision that was edited. If there is a newer one, the change is refused. Left out: whatever it is now. */
  revision: z.int().min(1).optional(),
  changeId: changeIdSchema,
});
export type ArticleChange = z.input<typeof articleChangeSchema>;

/** A place in the tree: under a parent, before a sibling; at the end without one. */
export const articlePlaceSchema = z.object({
  parentId: idSchema.nullable(),
  beforeId: idSchema.nullable().default(null),
  changeId: changeIdSchema,
});

/** A draft that was discarded, and that the viewer may restore. */
export const deletedDraftSchema = z.object({
  id: idSchema,
  kind: articleKindSchema,
  title: z.string(),
  author: personSchema,
  deletedBy: personSchema,
  deletedAt: instantSchema,
  restorableUntil: instantSchema,
});
export type DeletedDraft = z.infer<typeof deletedDraftSchema>;

/** A change to a draft: only the named fields. */
export const draftChangeSchema = z.object({
  title: articleTitleSchema.optional(),
  summary: summarySchema.optional(),
  /** Replaces the whole text, and ends the shared document: for programs. Pages write to the document instead. */
  body: articleBodySchema.optional(),
  /** A one-line summary of the changes in this version. */
  note: noteSchema.optional(),
  effectiveOn: daySchema.nullable().optional(),
  mustRead: z.boolean().optional(),
  dueOn: daySchema.nullable().optional(),
  /** The version of the draft that was edited. If there is a newer one, the change is refused. */
  version: z.int().min(1),
});
export type DraftChange = z.input<typeof draftChangeSchema>;

/** An article as lists show it. */
export const articleSchema = z.object({
  id: idSchema,
  kind: articleKindSchema,
  title: z.string(),
  summary: z.string(),
  parentId: idSchema.nullable(),
  category: z.string(),
  tags: z.array(z.string()),
  /** Chosen for this article; its parents may leave fewer readers. */
  departments: z.array(namedSchema),
  roles: z.array(namedSchema),
  owner: personSchema,
  state: z.enum(articleStates),
  /** Null: never published. */
  version: z.int().nullable(),
  publishedAt: instantSchema.nullable(),
  words: z.int(),
  reviewDays: z.int().nullable(),
  /** When it is due for review; null: never, or not published. */
  reviewAt: instantSchema.nullable(),
  verifiedAt: instantSchema.nullable(),
  verifiedBy: personSchema.nullable(),
  helpful: z.int(),
  unhelpful: z.int(),
  commentCount: z.int(),
  /** New pages can begin from its published text. */
  isTemplate: z.boolean(),
  /** False for a page that was never published and that its author has not shared: nobody else sees it. */
  isShared: z.boolean(),
  /** The thing it was created from, such as an answered question. */
  origin: z.object({ kind: z.string(), id: idSchema }).nullable(),
  /** Grows with every change. */
  revision: z.int(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type Article = z.infer<typeof articleSchema>;

/** A reader's progress with the versions of an article. */
export const articleReadSchema = z.object({
  version: z.int(),
  readAt: instantSchema,
  confirmedAt: instantSchema.nullable(),
});
export type ArticleRead = z.infer<typeof articleReadSchema>;

/** An article as its page shows it. */
export const openArticleSchema = articleSchema.extend({
  /** The published version. Empty before the first. */
  body: z.string(),
  note: z.string(),
  steps: z.array(z.object({ id: z.string(), title: z.string() })),
  effectiveOn: daySchema.nullable(),
  approvedBy: personSchema.nullable(),
  /** The pages above it that the viewer may read, the topmost first. */
  above: z.array(namedSchema),
  /** The version that has to be confirmed, and until when; null: none. */
  mustRead: z.object({ version: z.int(), dueOn: daySchema.nullable() }).nullable(),
  /** The latest version that the viewer has opened. */
  lastRead: articleReadSchema.nullable(),
  /** The latest version that the viewer has confirmed. */
  lastConfirmed: articleReadSchema.nullable(),
  /** How many of those it is for have confirmed what has to be read. */
  confirmed: z.object({ count: z.int(), of: z.int() }).nullable(),
  /** Whether it is for the viewer: else they see it as somebody who edits it. */
  isForViewer: z.boolean(),
  myVote: z.enum(["yes", "no"]).nullable(),
  isStarred: z.boolean(),
  /** Whether the viewer is notified of new versions. Its owner and writers are, until they stop following it. */
  isFollowed: z.boolean(),
  /** For those who may edit it or are asked to approve it. */
  draft: z
    .object({
      state: z.enum(draftStates),
      version: z.int(),
      updatedAt: instantSchema,
      updatedBy: personSchema,
    })
    .nullable(),
  canEdit: z.boolean(),
  canGovern: z.boolean(),
  canSeeReaders: z.boolean(),
  /** Whether the server keeps words that the viewer typed into drafts of it and that are in none. */
  hasUnplacedTexts: z.boolean(),
  /** Files of the page that its text does not show, such as the attachments of an imported page. */
  files: z.array(attachmentSchema),
  /** Somebody sees it as a guest, and reads its comments. Left out if nobody does. */
  hasGuests: z.literal(true).optional(),
});
export type OpenArticle = z.infer<typeof openArticleSchema>;

/** A draft with all of its text. */
export const articleDraftSchema = z.object({
  articleId: idSchema,
  state: z.enum(draftStates),
  title: z.string(),
  summary: z.string(),
  body: z.string(),
  note: z.string(),
  effectiveOn: daySchema.nullable(),
  mustRead: z.boolean(),
  dueOn: daySchema.nullable(),
  /** The published version that it began from; null: none. */
  basedOn: z.int().nullable(),
  version: z.int(),
  /** A hash of the exact text, which an approval refers to. */
  hash: z.string(),
  editors: z.array(personSchema),
  reviewer: personSchema.nullable(),
  submittedBy: personSchema.nullable(),
  /** The approver who asked for changes since it was last submitted. */
  refusedBy: personSchema.nullable(),
  /** The changes in their words; may be empty. */
  refusal: z.string(),
  approvedBy: personSchema.nullable(),
  approvedAt: instantSchema.nullable(),
  canApprove: z.boolean(),
  updatedAt: instantSchema,
  updatedBy: personSchema,
  /** The viewer has joined and writes to it. */
  isWriter: z.boolean(),
  /** How many people the page is for: they are asked to confirm a version that must be read. */
  readerCount: z.int(),
});
export type ArticleDraft = z.infer<typeof articleDraftSchema>;

/** A published version in a list of them. */
export const articleVersionSchema = z.object({
  number: z.int(),
  title: z.string(),
  note: z.string(),
  words: z.int(),
  mustRead: z.boolean(),
  publishedAt: instantSchema,
  publishedBy: personSchema,
  approvedBy: personSchema.nullable(),
});
export type ArticleVersion = z.infer<typeof articleVersionSchema>;

/** A published version with its text. It never changes. */
export const articleVersionTextSchema = articleVersionSchema.extend({
  summary: z.string(),
  body: z.string(),
  steps: z.array(z.object({ id: z.string(), title: z.string() })),
});
export type ArticleVersionText = z.infer<typeof articleVersionTextSchema>;

/** Something that a page links to, as the viewer may see it; what they may not read is left out. */
export const articleCardSchema = z.object({
  kind: z.string(),
  id: idSchema,
  title: z.string(),
  link: z.string(),
  at: instantSchema,
});
export type ArticleCard = z.infer<typeof articleCardSchema>;

/** A line of the ledger of readers. */
export const articleReaderSchema = z.object({
  person: personSchema,
  /** The latest version that they opened, and confirmed. */
  read: articleReadSchema.nullable(),
  confirmed: articleReadSchema.nullable(),
  /** They still have to confirm what has to be read. */
  isOpen: z.boolean(),
});
export type ArticleReader = z.infer<typeof articleReaderSchema>;
