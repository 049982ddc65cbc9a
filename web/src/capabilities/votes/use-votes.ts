import type { VotedSubject, Votes } from "@atoll/contract/votes/schemas";
import { useSyncExternalStore } from "react";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { displayedVotes } from "./cached-votes.ts";
import { voteStoreOf } from "./vote-store.ts";

/**
 * The votes of a thing as they are now: what was fetched with it, what events said since, and the viewer's own vote at
 * once. Lists need no event of votes of their own.
 */
export function useVotes(subject: VotedSubject, fetched: Votes): Votes & { toggle: () => void } {
  const store = voteStoreOf(useSignedIn());
  const cached = useSyncExternalStore(store.subscribe, () => store.of(subject));
  const votes = displayedVotes(fetched, cached);
  return { ...votes, toggle: () => store.setVote(subject, !votes.isMine) };
}
