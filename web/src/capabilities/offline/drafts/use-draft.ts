import { useCallback, useSyncExternalStore } from "react";
import { oneEach } from "../../../lib/signed-in.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { createDrafts } from "./drafts.ts";

/** A person's drafts. They begin when a screen first needs them: the first load has no use for them. */
export const draftsOf = oneEach(({ viewer, realtime, onEnd }) => {
  const drafts = createDrafts({ viewerId: viewer.id, realtime });
  onEnd(drafts.start());
  return drafts;
});

/**
 * Returns the draft for a subject (a kind with one or two IDs, see the contract's `draftSubjectSchema`), and a setter.
 * The draft survives a reload, and is synchronised to the person's other devices.
 */
export function useDraft(subject: string): {
  text: string;
  read: () => string;
  write: (text: string) => void;
} {
  const drafts = draftsOf(useSignedIn());
  const read = useCallback(() => drafts.read(subject), [drafts, subject]);
  const text = useSyncExternalStore(drafts.subscribe, read);
  return { text, read, write: (next) => drafts.write(subject, next) };
}

/** Returns the subjects for which the person has unsent drafts. */
export function useDraftSubjects(): ReadonlySet<string> {
  const drafts = draftsOf(useSignedIn());
  return useSyncExternalStore(drafts.subscribe, drafts.subjects);
}
