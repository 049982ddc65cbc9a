import type { EntryChange, NotificationEntry } from "@atoll/contract/notifications/schemas";
import { useMemo } from "react";
import { defineChanges } from "../../../capabilities/changes/area-changes.ts";
import { useUnsettled } from "../../../capabilities/changes/use-unsettled.ts";
import { oneEach } from "../../../lib/signed-in.ts";
import { changeEntries, useEntries } from "./api.ts";
import { belongs, type InboxFilter } from "./filter.ts";

/** Sets what an entry is: read, done, snoozed. The same sent again changes nothing more. */
interface InboxAct {
  act: "change";
  changes: EntryChange[];
}

/** As many changes can be undone as toasts can offer it, and some more. */
const maxUndoable = 20;

/** The entries before each change of this tab. */
const beforeOf = oneEach(() => new Map<string, readonly EntryChange[]>());

/** The person's changes to entries, which wait while offline. */
export const inboxChanges = defineChanges<InboxAct>({
  name: "inbox",
  async send(signedIn, id, { change }) {
    const undoable = beforeOf(signedIn);
    const before = await changeEntries(signedIn.queryClient, change.changes);
    undoable.set(id, before);
    for (const old of [...undoable.keys()].slice(0, -maxUndoable)) undoable.delete(old);
    // Entries that have gone since are nothing to undo.
    return before.length > 0;
  },
  undo: (signedIn, id) => changeEntries(signedIn.queryClient, beforeOf(signedIn).get(id) ?? []),
  refusal: "could not be changed.",
  words: { one: "A change of the inbox", many: "changes of the inbox" },
});

/** One view of the inbox, with the viewer's own changes that have not arrived. */
export function useShownEntries(filter: InboxFilter) {
  const { tab, state } = filter;
  const entries = useEntries(filter);
  const unsettled = useUnsettled(inboxChanges);
  const { items } = entries;
  const shown = useMemo(() => {
    if (!items || unsettled.length === 0) return items;
    const changes = Map.groupBy(
      unsettled.flatMap(({ body }) => body.change.changes),
      ({ id }) => id,
    );
    const withChanges = (entry: NotificationEntry): NotificationEntry =>
      (changes.get(entry.id) ?? []).reduce<NotificationEntry>(withChange, entry);
    return items.map(withChanges).filter((entry) => belongs(entry, { tab, state }));
  }, [items, unsettled, tab, state]);
  return { ...entries, items: shown };
}

function withChange(entry: NotificationEntry, change: EntryChange): NotificationEntry {
  const { isRead = entry.isRead, isDone = entry.isDone, snoozedUntil = entry.snoozedUntil } = change;
  return { ...entry, isRead, isDone, snoozedUntil };
}
