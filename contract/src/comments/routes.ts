import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { commentPageSize } from "./limits.ts";
import {
  commentRightsSchema,
  commentSchema,
  editedCommentSchema,
  newCommentSchema,
  subjectSchema,
} from "./schemas.ts";

const subjectParams = z.object({ kind: subjectSchema.shape.kind, subjectId: idSchema });
const commentParams = z.object({ commentId: idSchema });
const oneComment = z.object({ comment: commentSchema });

/** Comments on things of any kind. Specification, sections 3 and 7 (tasks). */
export const commentRoutes = {
  listComments: defineRoute({
    method: "GET",
    path: "/api/subjects/:kind/:subjectId/comments",
    summary: "The comments on a thing, a page at a time: from the oldest on, or from the newest back.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: subjectParams,
    query: z.object({
      ...pageQuery({ size: commentPageSize, max: 100 }),
      /** Which come first; the same for all pages of a list. */
      order: z.enum(["oldest", "newest"]).default("oldest"),
    }),
    status: 200,
    response: pageOf(commentSchema).extend({
      /** How many there are in all. */
      total: z.number().int(),
      rights: commentRightsSchema,
    }),
    errors: ["subject_not_found"],
  }),
  postComment: defineRoute({
    method: "POST",
    path: "/api/subjects/:kind/:subjectId/comments",
    summary: "Write a comment under an id made by the browser. The same id twice is one comment.",
    access: "signed-in",
    rateLimit: { max: 120, windowSeconds: 60, by: "viewer" },
    params: subjectParams,
    body: newCommentSchema,
    status: 201,
    response: oneComment,
    errors: [
      "forbidden",
      "subject_not_found",
      "comment_not_found",
      "comment_id_taken",
      "attachment_not_found",
    ],
  }),
  editComment: defineRoute({
    method: "PATCH",
    path: "/api/comments/:commentId",
    summary: "Replace the text of one's own comment.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: commentParams,
    body: editedCommentSchema,
    status: 200,
    response: oneComment,
    errors: ["forbidden", "comment_not_found", "changed_meanwhile"],
  }),
  deleteComment: defineRoute({
    method: "DELETE",
    path: "/api/comments/:commentId",
    summary: "Delete a comment: one's own, or as a moderator. Deleting it again changes nothing.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: commentParams,
    status: 204,
    errors: ["forbidden", "comment_not_found"],
  }),
};
