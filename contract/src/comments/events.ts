import { z } from "zod";
import { defineCommand } from "../command.ts";
import { maxWatchedSubjects } from "./limits.ts";
import { commentSchema, deletedCommentSchema, subjectSchema } from "./schemas.ts";

/** Sent to the browsers that watch the thing, and only to people who may read it at that moment. */
export const commentEvents = {
  "comment.posted": z.object({ comment: commentSchema }),
  /** Its text is another one. */
  "comment.changed": z.object({ comment: commentSchema }),
  "comment.deleted": z.object({ comment: deletedCommentSchema }),
};

export const commentCommands = {
  /**
   * The things whose comments are on the screen, instead of those before: their events come from now on. Answers those
   * that are heard; what is missing, or not for the viewer, is left out.
   */
  "comments.watch": defineCommand({
    payload: z.object({ subjects: z.array(subjectSchema).max(maxWatchedSubjects) }),
    answer: z.object({ subjects: z.array(subjectSchema) }),
    rateLimit: { max: 40, windowSeconds: 10 },
  }),
};
