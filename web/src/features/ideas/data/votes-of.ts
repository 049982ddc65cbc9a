import type { ListedIdea } from "@atoll/contract/ideas/schemas";
import type { VotedSubject, Votes } from "@atoll/contract/votes/schemas";

export const subjectOf = ({ id }: { id: string }): VotedSubject => ({ kind: "idea", id });

/** The votes of an idea as they were fetched with it. */
export const votesOf = ({ voteCount, voteVersion, hasVoted }: ListedIdea): Votes => ({
  count: voteCount,
  version: voteVersion,
  isMine: hasVoted,
});
