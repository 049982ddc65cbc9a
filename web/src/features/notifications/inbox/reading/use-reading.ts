import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import { useEffect, useState } from "react";
import { useHasReadingPane } from "../../../../lib/page/use-is-phone.ts";
import { oneEach } from "../../../../lib/signed-in.ts";
import { useSignedIn } from "../../../../lib/use-signed-in.tsx";
import type { InboxView } from "../filter.ts";

/** The entry that the pane shows, and its position in the list. */
export interface Reading {
  entry: NotificationEntry;
  at: number;
  /** The person chose it; otherwise it is shown because no entry was chosen. */
  isChosen: boolean;
}

/**
 * Pure: what the pane shows of a list. The entry that it showed before stays while it is listed, so that an entry that
 * arrives does not take the pane from a person who reads or writes there. Then comes the entry that took its place. Among
 * the unread entries a chosen one stays although reading it takes it out of the list.
 */
export function readingOf(
  listed: readonly NotificationEntry[],
  before: Reading | null,
  view: InboxView,
): Reading | null {
  const at = before ? listed.findIndex(({ id }) => id === before.entry.id) : -1;
  const same = listed[at];
  if (before && same) return { ...before, entry: same, at };
  if (before?.isChosen && view === "unread") return before;
  const place = Math.min(before?.at ?? 0, listed.length - 1);
  const next = listed[place];
  return next ? { entry: next, at: place, isChosen: false } : null;
}

/** The entry that was shown last, for when the person comes back from its place. */
const shownLastOf = oneEach((): { reading: Reading | null } => ({ reading: null }));

/** Returns the entry that the pane next to the list shows. Undefined without space for a pane. */
export function useReading(listed: readonly NotificationEntry[], view: InboxView, listName: string) {
  const hasPane = useHasReadingPane();
  const shownLast = shownLastOf(useSignedIn());
  const [kept, keep] = useState(() => ({
    reading: shownLast.reading && { ...shownLast.reading, at: 0 },
    listName,
  }));
  // A position in one list means nothing in another.
  const before =
    kept.listName === listName || !kept.reading ? kept.reading : { ...kept.reading, at: 0, isChosen: false };
  const reading = readingOf(listed, before, view);
  // While a list loads it is empty: what was shown is kept for when it is there.
  if (reading && !isKept(reading)) keep({ reading, listName });
  function isKept({ entry, at, isChosen }: Reading): boolean {
    const { reading: one } = kept;
    return (
      one?.entry.id === entry.id && one.at === at && one.isChosen === isChosen && kept.listName === listName
    );
  }
  useEffect(() => {
    shownLast.reading = kept.reading;
  }, [shownLast, kept]);
  if (!hasPane) return { shown: undefined, choose: undefined };
  return {
    shown: reading?.entry,
    choose: (entry: NotificationEntry) =>
      keep({ reading: { entry, at: Math.max(0, listed.indexOf(entry)), isChosen: true }, listName }),
  };
}
