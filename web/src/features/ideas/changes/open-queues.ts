import type { SignedIn } from "../../../lib/signed-in.ts";
import { ideaOutboxOf } from "../new/new-idea-outbox.ts";
import { ideaChanges } from "./idea-changes.ts";

/** The new ideas and the changes of ideas that wait to be sent. */
export const ideaQueues = {
  open(signedIn: SignedIn): void {
    ideaOutboxOf(signedIn);
    ideaChanges.open(signedIn);
  },
};
