import { voteStoreOf } from "../../capabilities/votes/vote-store.ts";
import { pendingQuestionsOf } from "../../features/questions/data/pending-questions.ts";
import type { SignedIn } from "../../lib/signed-in.ts";

/** The questions and votes that wait to be sent. */
export const communityQueues = {
  open(signedIn: SignedIn): void {
    pendingQuestionsOf(signedIn);
    voteStoreOf(signedIn);
  },
};
