import type { Generated } from "kysely";

export type FollowReason = "chosen" | "wrote" | "answered" | "commented" | "asked";

/** The rows of the tables of votes and followers. */
export interface VoteTables {
  vote_subjects: {
    /** As registered; see `VoteKind`. */
    kind: string;
    id: string;
    root_id: string;
    merged_into: Generated<string | null>;
    vote_count: Generated<number>;
    follower_count: Generated<number>;
    milestone: Generated<number>;
    version: Generated<number>;
    locked_at: Generated<Date | null>;
    hidden_at: Generated<Date | null>;
    hidden_reason: Generated<string | null>;
  };
  votes: {
    subject_kind: string;
    subject_id: string;
    person_id: string;
    root_id: string;
    created_at: Generated<Date>;
  };
  followers: {
    subject_kind: string;
    subject_id: string;
    person_id: string;
    root_id: string;
    is_following: boolean;
    reason: FollowReason;
    created_at: Generated<Date>;
  };
  anonymous_authors: {
    subject_kind: string;
    subject_id: string;
    author_id: string;
    /** Whether they are notified as the author. What they do there under their name is in `followers`. */
    is_following: Generated<boolean>;
  };
}
