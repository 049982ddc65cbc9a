import { pendingNotesOf } from "../../features/brainstorm/data/pending-notes.ts";
import type { SignedIn } from "../../lib/signed-in.ts";

/** Private notes that wait to be sent. */
export const boardQueues = {
  open(signedIn: SignedIn): void {
    pendingNotesOf(signedIn);
  },
};
