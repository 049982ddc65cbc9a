import { z } from "zod";
import { changeQuerySchema } from "../changes/schemas.ts";
import { idSchema, namedSchema } from "../identifiers.ts";
import { csvPart, pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { faqRoutes } from "./faq-routes.ts";
import { articleStates, missedWordsMaxLength } from "./limits.ts";
import { knowledgeOverviewSchema, obligationSchema } from "./overview-schemas.ts";
import { procedureRunRoutes } from "./run-routes.ts";
import {
  articleCardSchema,
  articleChangeSchema,
  articleKindSchema,
  articlePlaceSchema,
  articleReaderSchema,
  articleReadSchema,
  articleSchema,
  newArticleSchema,
  openArticleSchema,
} from "./schemas.ts";
import { articleTextRoutes } from "./text-routes.ts";
import { articleTransferRoutes } from "./transfer-routes.ts";
import { articleTreeRoutes } from "./tree-routes.ts";

const ofArticle = z.object({ articleId: idSchema });
const answer = z.object({ article: openArticleSchema });

/** The filters of a list of articles. */
const listed = {
  kind: articleKindSchema.optional(),
  state: z.enum(articleStates).default("published"),
  /** Only what is due for review, or what was verified, the latest first. */
  trust: z.enum(["all", "stale", "verified"]).default("all"),
  owner: z.enum(["anyone", "me"]).default("anyone"),
  /** Only what new pages can begin from. */
  template: z.literal("1").optional(),
  /** Only what the viewer has starred. */
  starred: z.literal("1").optional(),
};

/** The knowledge base: reading, arranging and trust. The tree, text and procedures have files of their own. */
export const knowledgeRoutes = {
  getKnowledgeOverview: defineRoute({
    method: "GET",
    path: "/api/knowledge/overview",
    summary:
      "Get the overview of the knowledge base: sections, required reading, pages to review, popular pages.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    heavy: "pages",
    status: 200,
    response: knowledgeOverviewSchema,
    errors: [],
  }),
  getArticleAudience: defineRoute({
    method: "GET",
    path: "/api/knowledge/audience",
    summary: "List the departments and roles that a page can be limited to, for authors.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ departments: z.array(namedSchema), roles: z.array(namedSchema) }),
    errors: ["forbidden"],
  }),
  listObligations: defineRoute({
    method: "GET",
    path: "/api/knowledge/obligations",
    summary: "List the pages the viewer has to read and confirm, open ones first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ items: z.array(obligationSchema) }),
    errors: [],
  }),
  listArticles: defineRoute({
    method: "GET",
    path: "/api/knowledge/articles",
    summary: "List articles that the viewer may read, by title.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({ ...listed, ...pageQuery({ size: 50, max: 200 }) }),
    status: 200,
    response: pageOf(articleSchema),
    errors: [],
  }),
  exportArticleList: defineRoute({
    method: "GET",
    path: "/api/knowledge/articles/export",
    summary:
      "Export a list of articles as CSV, one part at a time. The first part begins with the header row.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    heavy: "bulk",
    query: z.object({ ...listed, ...pageQuery({ size: 250, max: 500 }) }),
    status: 200,
    response: csvPart(),
    errors: [],
  }),
  createArticle: defineRoute({
    method: "POST",
    path: "/api/knowledge/articles",
    summary: "Create an article as a draft. Repeating the request returns the same article.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: newArticleSchema,
    // A whole page of text.
    bodyLimitBytes: 1024 * 1024,
    status: 201,
    response: answer,
    errors: [
      "forbidden",
      "article_id_taken",
      "article_not_found",
      "article_loop",
      "audience_unknown",
      "document_too_large",
    ],
  }),
  getArticle: defineRoute({
    method: "GET",
    path: "/api/knowledge/articles/:articleId",
    summary: "Get an article with its published text.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofArticle,
    status: 200,
    response: answer,
    errors: ["article_not_found"],
  }),
  changeArticle: defineRoute({
    method: "PATCH",
    path: "/api/knowledge/articles/:articleId",
    summary: "Change the owner, audience, tags, category or review interval of an article.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofArticle,
    body: articleChangeSchema,
    status: 200,
    response: answer,
    errors: [
      "article_not_found",
      "forbidden",
      "changed_meanwhile",
      "audience_unknown",
      "person_not_found",
      "change_id_taken",
    ],
  }),
  moveArticle: defineRoute({
    method: "PUT",
    path: "/api/knowledge/articles/:articleId/place",
    summary: "Move an article in the tree, with everything below it.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofArticle,
    body: articlePlaceSchema,
    status: 200,
    response: answer,
    errors: ["article_not_found", "forbidden", "article_loop", "change_id_taken"],
  }),
  archiveArticle: defineRoute({
    method: "PUT",
    path: "/api/knowledge/articles/:articleId/archive",
    summary: "Archive an article: its readers no longer see it, and nothing is lost.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofArticle,
    query: changeQuerySchema,
    status: 200,
    response: answer,
    errors: ["article_not_found", "forbidden", "article_not_published", "change_id_taken"],
  }),
  unarchiveArticle: defineRoute({
    method: "DELETE",
    path: "/api/knowledge/articles/:articleId/archive",
    summary: "Restore an archived article.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofArticle,
    query: changeQuerySchema,
    status: 200,
    response: answer,
    errors: ["article_not_found", "forbidden", "article_not_published", "change_id_taken"],
  }),
  verifyArticle: defineRoute({
    method: "PUT",
    path: "/api/knowledge/articles/:articleId/verification",
    summary: "Confirm that a published version is still right. The next review is due an interval later.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofArticle,
    body: z.object({ version: z.int().min(1) }),
    status: 200,
    response: answer,
    errors: ["article_not_found", "forbidden", "article_not_published", "changed_meanwhile"],
  }),
  voteOnArticle: defineRoute({
    method: "PUT",
    path: "/api/knowledge/articles/:articleId/vote",
    summary: "Rate whether an article helped. Null removes the rating.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofArticle,
    body: z.object({ vote: z.enum(["yes", "no"]).nullable() }),
    status: 200,
    response: z.object({
      myVote: z.enum(["yes", "no"]).nullable(),
      helpful: z.int(),
      unhelpful: z.int(),
    }),
    errors: ["article_not_found", "article_not_published"],
  }),
  markArticleRead: defineRoute({
    method: "PUT",
    path: "/api/knowledge/articles/:articleId/read",
    summary: "Record that the viewer has opened the published version. Repeating it has no effect.",
    access: "signed-in",
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: ofArticle,
    status: 200,
    response: z.object({ lastRead: articleReadSchema.nullable() }),
    errors: ["article_not_found"],
  }),
  confirmArticle: defineRoute({
    method: "PUT",
    path: "/api/knowledge/articles/:articleId/confirmation",
    summary: "Confirm that the viewer has read a version. Earlier confirmations are kept.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofArticle,
    body: z.object({ version: z.int().min(1) }),
    status: 200,
    response: z.object({ lastConfirmed: articleReadSchema }),
    errors: ["article_not_found", "changed_meanwhile", "confirmation_not_asked"],
  }),
  listArticleReaders: defineRoute({
    method: "GET",
    path: "/api/knowledge/articles/:articleId/readers",
    summary: "List the readers of an article by name, with the versions each has read and confirmed.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofArticle,
    query: z.object({
      only: z.enum(["all", "open"]).default("all"),
      ...pageQuery({ size: 50, max: 200 }),
    }),
    status: 200,
    response: pageOf(articleReaderSchema),
    errors: ["article_not_found", "forbidden"],
  }),
  getArticleCards: defineRoute({
    method: "GET",
    path: "/api/knowledge/cards",
    summary: "Get tasks, channels, people and articles by ID, as far as the viewer may read them.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    /** `task:<id>,channel:<id>` */
    query: z.object({ of: z.string().max(4000) }),
    status: 200,
    response: z.object({ items: z.array(articleCardSchema) }),
    errors: [],
  }),
  noteMissedSearch: defineRoute({
    method: "POST",
    path: "/api/knowledge/missed-searches",
    summary: "Record a search in the knowledge base without results, without the searcher's name.",
    access: "signed-in",
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    body: z.object({ words: storableTextSchema.trim().min(2).max(missedWordsMaxLength) }),
    status: 200,
    /** How many people searched for them within a week; null below the least number that is shown. */
    response: z.object({ people: z.int().nullable() }),
    errors: [],
  }),
  ...articleTreeRoutes,
  ...faqRoutes,
  ...articleTextRoutes,
  ...procedureRunRoutes,
  ...articleTransferRoutes,
};
