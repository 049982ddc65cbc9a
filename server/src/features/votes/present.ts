import type { Standing } from "@atoll/contract/votes/schemas";
import type { StandingRow } from "./queries.ts";

/** Returns the votes and the moderation state of a thing for its readers. */
export function presentStanding(row: StandingRow): Standing {
  return {
    votes: { count: row.vote_count, isMine: row.is_mine, version: row.version },
    following: { isFollowing: row.is_following, count: row.follower_count },
    mergedInto: row.merged_into === null ? null : row.root_id,
    isLocked: row.locked_at !== null,
    hidden:
      row.hidden_at && row.hidden_reason !== null
        ? { reason: row.hidden_reason, at: row.hidden_at.toISOString() }
        : null,
  };
}
