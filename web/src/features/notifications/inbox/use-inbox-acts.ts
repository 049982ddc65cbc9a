import type { EntryChange, NotificationEntry } from "@atoll/contract/notifications/schemas";
import { counted } from "../../../lib/counted.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { formatDay, formatTime } from "../../../lib/time/format-date.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { notify } from "../../../ui/toast/toast.tsx";

type Entries = readonly NotificationEntry[];

export interface InboxActs {
  /** Changes only these entries, even if others have arrived. */
  setRead(entries: Entries, isRead: boolean): void;
  setDone(entries: Entries, isDone: boolean): void;
  /** Null: back at once. */
  snooze(entries: Entries, until: Date | null): void;
  /** Reads an entry without a word: it is being opened. */
  open(entry: NotificationEntry): void;
}

const toastId = "inbox";

/** Returns the person's actions on entries. Each reports what it did, and can be undone. */
export function useInboxActs(): InboxActs {
  const signedIn = useSignedIn();

  async function act(changes: EntryChange[], said: string): Promise<void> {
    if (changes.length === 0) return;
    try {
      // Not before it is needed: the bell's rings are part of what everybody loads first.
      const { inboxChanges } = await import("./inbox-changes.ts");
      const about = changes.map(({ id }) => id);
      const title = about.length === 1 ? "This entry" : `${about.length} entries`;
      await inboxChanges.queueOf(signedIn).run({ about, title, said, change: { act: "change", changes } });
    } catch (error) {
      sayFailure(error);
    }
  }

  return {
    setRead(entries, isRead) {
      const others = entries.filter((entry) => entry.isRead !== isRead && !entry.isOwed);
      if (others.length === 0) return sayOwed(entries);
      const said = isRead ? "marked as read" : "marked as unread";
      void act(
        others.map(({ id }) => ({ id, isRead })),
        say(others, said),
      );
    },
    setDone(entries, isDone) {
      // Marking as done also marks as read. Undo leaves it read.
      const free = entries.filter((entry) => !entry.isOwed);
      if (free.length === 0) return sayOwed(entries);
      const changes = free.map(({ id }) => (isDone ? { id, isDone, isRead: true } : { id, isDone }));
      const owed = entries.length - free.length;
      const rest = owed === 0 ? "" : ` ${counted(owed, "waits", "wait")} until you confirm.`;
      void act(changes, `${say(free, isDone ? "done" : "moved to the inbox")}${rest}`);
    },
    snooze(entries, until) {
      const snoozedUntil = until?.toISOString() ?? null;
      const said = until ? `snoozed until ${dayAndTime(until)}` : "back in the inbox";
      void act(
        entries.map(({ id }) => ({ id, snoozedUntil })),
        say(entries, said),
      );
    },
    open({ id, isRead, isOwed }) {
      if (!isRead && !isOwed) void act([{ id, isRead: true }], "");
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

/** Says why nothing happened, if it is because the entries ask for something first. */
function sayOwed(entries: Entries): void {
  const owed = entries.filter((entry) => entry.isOwed).length;
  if (owed === 0) return;
  notify.info(
    owed === 1
      ? "This waits until you confirm that you have read it."
      : `${owed} wait until you confirm that you have read them.`,
    { id: toastId },
  );
}

function sayFailure(error: unknown): void {
  notify.error(errorMessage(error), { id: toastId });
}
