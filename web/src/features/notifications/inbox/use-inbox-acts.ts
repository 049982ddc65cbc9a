import type { EntryChange, NotificationEntry } from "@atoll/contract/notifications/schemas";
import { errorMessage } from "../../../lib/api-client.ts";
import { formatDay, formatTime } from "../../../lib/format-date.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { useChangeEntries } from "./api.ts";

type Entries = readonly NotificationEntry[];

export interface InboxActs {
  /** Of these entries only, whatever else there is meanwhile. */
  setRead(entries: Entries, isRead: boolean): void;
  setDone(entries: Entries, isDone: boolean): void;
  /** Null: back at once. */
  snooze(entries: Entries, until: Date | null): void;
  /** Reads an entry without a word: it is being opened. */
  open(entry: NotificationEntry): void;
}

const toastId = "inbox";

/** What a person does with their entries; each says what it did, and can be undone. */
export function useInboxActs(): InboxActs {
  const change = useChangeEntries();

  async function act(changes: readonly EntryChange[], said: string): Promise<void> {
    if (changes.length === 0) return;
    try {
      const before = await change(changes);
      // What came between and is gone is nothing to undo.
      if (before.length === 0) return;
      notify.success(said, {
        id: toastId,
        action: { label: "Undo", onClick: () => void change(before).catch(sayFailure) },
      });
    } catch (error) {
      sayFailure(error);
    }
  }

  return {
    setRead(entries, isRead) {
      const others = entries.filter((entry) => entry.isRead !== isRead);
      const said = isRead ? "marked as read" : "marked as unread";
      void act(
        others.map(({ id }) => ({ id, isRead })),
        say(others, said),
      );
    },
    setDone(entries, isDone) {
      // What is done was seen. Taking it back leaves that as it is.
      const changes = entries.map(({ id }) => (isDone ? { id, isDone, isRead: true } : { id, isDone }));
      void act(changes, say(entries, isDone ? "done" : "moved to the inbox"));
    },
    snooze(entries, until) {
      const snoozedUntil = until?.toISOString() ?? null;
      const said = until ? `snoozed until ${dayAndTime(until)}` : "back in the inbox";
      void act(
        entries.map(({ id }) => ({ id, snoozedUntil })),
        say(entries, said),
      );
    },
    open({ id, isRead }) {
      if (!isRead) void change([{ id, isRead: true }]).catch(sayFailure);
    },
  };
}

/** "today 15:30", "Friday 20 November 09:00". */
export function dayAndTime(instant: string | Date): string {
  const day = formatDay(instant);
  return `${day === "Today" ? "today" : day} ${formatTime(instant)}`;
}

function say(entries: Entries, done: string): string {
  return entries.length === 1
    ? `${done.charAt(0).toUpperCase()}${done.slice(1)}.`
    : `${entries.length} ${done}.`;
}

function sayFailure(error: unknown): void {
  notify.error(errorMessage(error), { id: toastId });
}
