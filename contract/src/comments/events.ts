import { z } from "zod";
import { defineCommand } from "../command.ts";
import { maxWatchedSubjects } from "./limits.ts";
import {
  commentSchema,
  commentWordsSchema,
  deletedCommentSchema,
  subjectSchema,
  threadStateSchema,
} from "./schemas.ts";

/** Sent to the browsers that watch the thing, and only to people who may read it at that moment. */
export const commentEvents = {
  "comment.posted": z.object({
    comment: commentSchema,
    /** The words of the thread that it starts. */
    words: commentWordsSchema.optional(),
  }),
  /** Its text is another one. */
  "comment.changed": z.object({ comment: commentSchema }),
  "comment.deleted": z.object({ comment: deletedCommentSchema }),
  /** A thread on words was resolved or reopened. */
  "comment.thread": z.object({ thread: threadStateSchema }),
};

export const commentCommands = {
  /**
   * The things whose comments are on the screen, instead of those before: their events come from now on. Answers those
   * that are heard; what is missing, or not for the viewer, is left out.
   */
  "comments.watch": defineCommand({
    forGuests: true,
    payload: z.object({ subjects: z.array(subjectSchema).max(maxWatchedSubjects) }),
    answer: z.object({ subjects: z.array(subjectSchema) }),
    rateLimit: { max: 40, windowSeconds: 10 },
  }),
};
