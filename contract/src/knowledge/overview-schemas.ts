import { z } from "zod";
import { daySchema, idSchema, namedSchema } from "../identifiers.ts";
import { articleStates } from "./limits.ts";
import { articleReadSchema, articleSchema } from "./schemas.ts";

/** A page of the tree. */
export const treeNodeSchema = z.object({
  id: idSchema,
  parentId: idSchema.nullable(),
  title: z.string(),
  state: z.enum(articleStates),
  /** Whether the viewer may read pages below it. */
  hasBelow: z.boolean(),
});
export type TreeNode = z.infer<typeof treeNodeSchema>;

/** The tree, or a part of it. */
export const articleTreeSchema = z.object({
  nodes: z.array(treeNodeSchema),
  /** Whether these are all pages that the viewer may read. */
  isWhole: z.boolean(),
  /** The branches with more pages than these; null: the top. */
  cut: z.array(idSchema.nullable()),
});
export type ArticleTree = z.infer<typeof articleTreeSchema>;

/** The pages before and after one in the order of the tree; null: none. */
export const neighborsSchema = z.object({
  previous: namedSchema.nullable(),
  next: namedSchema.nullable(),
});
export type Neighbors = z.infer<typeof neighborsSchema>;

const sectionSchema = z.object({ count: z.int(), verified: z.int() });

/** An article the viewer has to read and confirm, or has recently confirmed. */
export const obligationSchema = z.object({
  article: articleSchema,
  /** The version to read. */
  version: z.int(),
  dueOn: daySchema.nullable(),
  state: z.enum(["open", "opened", "done"]),
  confirmed: articleReadSchema.nullable(),
});
export type Obligation = z.infer<typeof obligationSchema>;

export const knowledgeOverviewSchema = z.object({
  articles: sectionSchema,
  faq: sectionSchema,
  sops: sectionSchema,
  obligations: z.array(obligationSchema),
  openObligations: z.int(),
  recentlyVerified: z.array(articleSchema),
  needsReview: z.array(articleSchema),
  /** How many of those that need review the viewer owns. */
  needsReviewMine: z.int(),
  popular: z.array(z.object({ article: articleSchema, views: z.int() })),
  /** Pages that the viewer has starred, the latest first. */
  starred: z.array(articleSchema),
  /** Pages that the viewer has opened within a month, the latest first. */
  recent: z.array(articleSchema),
  /** For those who write: what people searched and did not find, without names. */
  missing: z.array(z.object({ words: z.string(), people: z.int() })),
});
export type KnowledgeOverview = z.infer<typeof knowledgeOverviewSchema>;
