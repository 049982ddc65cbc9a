import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import type { RealtimeSocket } from "../../../lib/server/socket.ts";

export interface RingSources {
  realtime: RealtimeSocket;
  /** The newest entries of the inbox, read or not. */
  fetchNewest: () => Promise<readonly NotificationEntry[]>;
  /** Called with new entries that were not read within the grace period. */
  ring: (entries: readonly NotificationEntry[]) => void;
}

/** A person who is viewing the thing has read it by then, and other tabs know. */
const graceMs = 700;

/**
 * Reports each new inbox entry once, based on when it was sent: entries that are only read, snoozed or reworded are not
 * new. Entries that arrived while the connection was down are found on reconnect.
 * @returns a function that stops it.
 */
export function followRings({ realtime, fetchNewest, ring }: RingSources): () => void {
  /** Undefined: not known yet. Then nothing is new. */
  let begin: string | undefined;
  const told = new Map<string, string>();
  let waiting = new Map<string, NotificationEntry>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  async function look(): Promise<void> {
    const entries = await fetchNewest();
    if (isOver) return;
    if (begin === undefined) begin = entries[0]?.at ?? "";
    else for (const entry of entries) consider(entry);
  }

  function consider(entry: NotificationEntry): void {
    if (entry.isRead || entry.isDone || entry.snoozedUntil !== null) {
      waiting.delete(entry.id);
      return;
    }
    if (begin === undefined || entry.at <= begin || (told.get(entry.id) ?? "") >= entry.at) return;
    told.set(entry.id, entry.at);
    waiting.set(entry.id, entry);
    timer ??= setTimeout(() => {
      timer = undefined;
      const due = [...waiting.values()];
      waiting = new Map();
      if (due.length > 0) ring(due);
    }, graceMs);
  }

  const lookQuietly = () => void look().catch(() => undefined);
  const stops = [
    realtime.on("notification.changed", ({ id, entry }) => {
      if (entry) consider(entry);
      else waiting.delete(id);
    }),
    realtime.on("notifications.changed", lookQuietly),
    realtime.subscribe(() => {
      if (realtime.getState() === "connected") lookQuietly();
    }),
  ];
  lookQuietly();
  return () => {
    isOver = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
