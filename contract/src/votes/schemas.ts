import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { atMost } from "../text/at-most.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { visible } from "../text/visible-text.ts";
import { hiddenReasonMaxLength, maxModeratedAtOnce } from "./limits.ts";

/** A thing that people vote on or follow, by the kind that its slice registered. */
export const votedSubjectSchema = z.object({ kind: z.string().min(1).max(40), id: idSchema });
export type VotedSubject = z.infer<typeof votedSubjectSchema>;

/** The votes of a thing. `version` grows with each change, so that an older answer never replaces a newer one. */
export const votesSchema = z.object({
  count: z.number().int(),
  isMine: z.boolean(),
  version: z.number().int(),
});
export type Votes = z.infer<typeof votesSchema>;

export const followingSchema = z.object({ isFollowing: z.boolean(), count: z.number().int() });
export type Following = z.infer<typeof followingSchema>;

export const voteRightsSchema = z.object({
  mayVote: z.boolean(),
  /** Merge, hide, lock and restore. */
  mayModerate: z.boolean(),
});
export type VoteRights = z.infer<typeof voteRightsSchema>;

/** The votes and the moderation state of a thing. */
export const standingSchema = z.object({
  votes: votesSchema,
  following: followingSchema,
  /** The thing at the end of all merges; null where this one was not merged. */
  mergedInto: idSchema.nullable(),
  isLocked: z.boolean(),
  /** Why moderators hid it; null where it is shown. */
  hidden: z.object({ reason: z.string(), at: instantSchema }).nullable(),
});
export type Standing = z.infer<typeof standingSchema>;

export const moderationSchema = z.object({
  isLocked: z.boolean(),
  /** Null: shown. */
  hiddenReason: storableTextSchema
    .trim()
    .refine(...visible("Write a reason first"))
    .refine(...atMost("A reason", hiddenReasonMaxLength))
    .nullable(),
});
export type Moderation = z.infer<typeof moderationSchema>;

/** The reason that a moderator gives for hiding something. */
export const hidingSchema = z.object({ reason: moderationSchema.shape.hiddenReason.unwrap() });

/** The moderation state of one of several things, before and after a request. */
export const moderatedSchema = z.object({ id: idSchema, before: moderationSchema, after: moderationSchema });
export type Moderated = z.infer<typeof moderatedSchema>;

export const moderationsSchema = z.object({
  changes: z
    .array(
      z.object({
        id: idSchema,
        set: moderationSchema.partial(),
        /** Leaves a thing alone that is in any other state than this one. */
        seen: moderationSchema.optional(),
      }),
    )
    .min(1)
    .max(maxModeratedAtOnce),
});
export type Moderations = z.infer<typeof moderationsSchema>;
