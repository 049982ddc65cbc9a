import { z } from "zod";
import { votedSubjectSchema } from "./schemas.ts";

const ofSubject = { subject: votedSubjectSchema, version: z.number().int() };

/** Events of votes on things of any kind. */
export const voteEvents = {
  /** Sent to everybody who may read the thing. */
  "votes.changed": z.object({ ...ofSubject, count: z.number().int() }),
  /** Sent to the person who voted or withdrew their vote, for their other tabs and devices. */
  "votes.own": z.object({ ...ofSubject, isMine: z.boolean() }),
};
