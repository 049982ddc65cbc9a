import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery, searchQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { hitSchema } from "../search/hit-schemas.ts";
import { maxOpenBranches, maxTreeBranch, treeBranchSize } from "./limits.ts";
import { articleTreeSchema, neighborsSchema } from "./overview-schemas.ts";
import { articleSchema } from "./schemas.ts";

const ofArticle = z.object({ articleId: idSchema });
const read = { method: "GET", access: "signed-in", rateLimit: rateLimits.read, status: 200 } as const;

/** The tree, the pages around a page, and the things that link to it. */
export const articleTreeRoutes = {
  getArticleTree: defineRoute({
    ...read,
    path: "/api/knowledge/tree",
    summary:
      "Get the tree of articles that the viewer may read, in order: all of a small tree, and the open branches of a large one.",
    query: z
      .object({
        /** In a large tree: the pages whose branches are open, separated by commas. */
        open: z
          .string()
          .max(maxOpenBranches * 37)
          .transform((ids) => ids.split(",").filter(Boolean))
          .pipe(z.array(idSchema).max(maxOpenBranches))
          .default([]),
        /** Only pages whose titles contain this text, with the pages above them. */
        search: searchQuery({ size: 1, max: 1 }).search,
        /** So many pages of each branch of a large tree. */
        size: z.coerce.number().int().min(1).max(maxTreeBranch).default(treeBranchSize),
      })
      .prefault({}),
    response: articleTreeSchema,
    errors: [],
  }),
  listArticlesBelow: defineRoute({
    ...read,
    path: "/api/knowledge/articles/:articleId/below",
    summary: "List the articles directly below one, in the order of the tree.",
    params: ofArticle,
    query: z.object(pageQuery({ size: 20, max: 100 })),
    response: pageOf(articleSchema),
    errors: ["article_not_found"],
  }),
  getArticleNeighbors: defineRoute({
    ...read,
    path: "/api/knowledge/articles/:articleId/neighbors",
    summary:
      "Get the articles before and after one in the order of the tree. SOPs and FAQ answers have none.",
    params: ofArticle,
    response: neighborsSchema,
    errors: ["article_not_found"],
  }),
  listBacklinks: defineRoute({
    ...read,
    path: "/api/knowledge/articles/:articleId/backlinks",
    summary: "List published articles that link to this one and that the viewer may read, by title.",
    params: ofArticle,
    query: z.object(pageQuery({ size: 20, max: 100 })).prefault({}),
    response: pageOf(articleSchema),
    errors: ["article_not_found"],
  }),
  listArticleMentions: defineRoute({
    ...read,
    path: "/api/knowledge/articles/:articleId/mentions",
    summary:
      "List messages, tasks, cards, comments and other things that link to an article and that the viewer may read, newest first.",
    rateLimit: { max: 240, windowSeconds: 60, by: "viewer" },
    params: ofArticle,
    query: z.object(pageQuery({ size: 10, max: 50 })),
    response: pageOf(hitSchema),
    errors: ["article_not_found", "search_too_slow", "search_superseded"],
  }),
  starArticle: defineRoute({
    method: "PUT",
    path: "/api/knowledge/articles/:articleId/star",
    summary: "Star or unstar an article for the viewer. Repeating it has no effect.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofArticle,
    body: z.object({ isStarred: z.boolean() }),
    status: 200,
    response: z.object({ isStarred: z.boolean() }),
    errors: ["article_not_found"],
  }),
};
