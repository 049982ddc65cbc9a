import { ideaChanges } from "../../features/ideas/changes/idea-changes.ts";
import { ideaOutboxOf } from "../../features/ideas/new/new-idea-outbox.ts";
import type { SignedIn } from "../../lib/signed-in.ts";

/** New ideas and changes of ideas that wait to be sent. */
export const ideaQueues = {
  open(signedIn: SignedIn): void {
    ideaOutboxOf(signedIn);
    ideaChanges.open(signedIn);
  },
};
