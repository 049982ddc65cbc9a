import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { personSchema } from "../people/schemas.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { voterPageSize } from "./limits.ts";
import {
  followingSchema,
  moderatedSchema,
  moderationsSchema,
  standingSchema,
  votedSubjectSchema,
  voteRightsSchema,
  votesSchema,
} from "./schemas.ts";

const params = z.object({ kind: votedSubjectSchema.shape.kind, subjectId: idSchema });
const voted = z.object({ subject: votedSubjectSchema, votes: votesSchema });
const followed = z.object({ subject: votedSubjectSchema, following: followingSchema });
const stands = z.object({ subject: votedSubjectSchema, standing: standingSchema });
const perThing = { access: "signed-in", params, status: 200 } as const;

/** Votes, followers, merges and moderation of things of any kind. A thing that was merged leads to its root. */
export const voteRoutes = {
  readStanding: defineRoute({
    ...perThing,
    method: "GET",
    path: "/api/subjects/:kind/:subjectId/standing",
    summary: "Get the votes, followers and moderation state of a thing, and the viewer's permissions.",
    rateLimit: rateLimits.read,
    response: stands.extend({ rights: voteRightsSchema }),
    errors: ["subject_not_found"],
  }),
  castVote: defineRoute({
    ...perThing,
    method: "PUT",
    path: "/api/subjects/:kind/:subjectId/vote",
    summary: "Vote for a thing. Repeating it has no effect. A vote for a merged thing goes to its root.",
    rateLimit: rateLimits.write,
    response: voted,
    errors: ["forbidden", "subject_not_found"],
  }),
  withdrawVote: defineRoute({
    ...perThing,
    method: "DELETE",
    path: "/api/subjects/:kind/:subjectId/vote",
    summary: "Withdraw the viewer's vote. Repeating it has no effect.",
    rateLimit: rateLimits.write,
    response: voted,
    errors: ["forbidden", "subject_not_found"],
  }),
  listVoters: defineRoute({
    ...perThing,
    method: "GET",
    path: "/api/subjects/:kind/:subjectId/voters",
    summary: "List the people who voted, newest first, if the kind shows them.",
    rateLimit: rateLimits.read,
    query: z.object(pageQuery({ size: voterPageSize, max: 100 })),
    response: pageOf(personSchema),
    errors: ["subject_not_found"],
  }),
  follow: defineRoute({
    ...perThing,
    method: "PUT",
    path: "/api/subjects/:kind/:subjectId/following",
    summary: "Follow a thing, to be notified in the inbox.",
    rateLimit: rateLimits.write,
    response: followed,
    errors: ["subject_not_found"],
  }),
  unfollow: defineRoute({
    ...perThing,
    method: "DELETE",
    path: "/api/subjects/:kind/:subjectId/following",
    summary: "Unfollow a thing, even if it was followed automatically.",
    rateLimit: rateLimits.write,
    response: followed,
    errors: ["subject_not_found"],
  }),
  mergeSubject: defineRoute({
    ...perThing,
    method: "PUT",
    path: "/api/subjects/:kind/:subjectId/merge",
    summary: "Merge a thing into another of its kind, or into that one's root. Repeating it has no effect.",
    rateLimit: rateLimits.write,
    body: z.object({ targetId: idSchema }),
    response: stands,
    errors: ["forbidden", "subject_not_found", "merged_already", "merge_hides_votes"],
  }),
  unmergeSubject: defineRoute({
    ...perThing,
    method: "DELETE",
    path: "/api/subjects/:kind/:subjectId/merge",
    summary: "Undo a merge: each vote and follower returns to the thing it came from.",
    rateLimit: rateLimits.write,
    response: stands,
    errors: ["forbidden", "subject_not_found"],
  }),
  moderateSubjects: defineRoute({
    method: "PUT",
    path: "/api/subjects/:kind/moderation",
    summary:
      "Hide, show, lock or unlock one or several things of a kind, all or none. Returns their states before and after.",
    access: "signed-in",
    params: params.pick({ kind: true }),
    rateLimit: rateLimits.write,
    body: moderationsSchema,
    status: 200,
    response: z.object({ moderated: z.array(moderatedSchema) }),
    errors: ["forbidden", "subject_not_found", "changed_meanwhile"],
  }),
};
