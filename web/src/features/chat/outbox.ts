import { z } from "zod";
import type { TextStorage } from "../../lib/text-storage.ts";

const entrySchema = z.object({
  /** A UUIDv7 made here, so ids sort in the order of writing; the same one goes with every try. */
  id: z.string(),
  channelId: z.string(),
  content: z.string(),
  createdAt: z.string(),
  /** Why the server will not take it; null while it waits for its turn. */
  failure: z.string().nullable(),
});

/** A message that was written and that the server has not taken yet. */
export type OutboxEntry = z.infer<typeof entrySchema>;

/** Messages on their way, kept in the browser's storage until the server has them. */
export interface Outbox {
  /** In order of writing; the same array until something changes. */
  entries(): readonly OutboxEntry[];
  put(entry: OutboxEntry): void;
  remove(id: string): void;
  /** Reads what other tabs did: their storage events may still be on the way. */
  refresh(): void;
  subscribe(listener: () => void): () => void;
}

/**
 * The outbox of one person. Every entry has a key of its own, so that two tabs never overwrite each other's
 * list. What the storage cannot hold waits in this tab's memory.
 */
export function createOutbox(userId: string, storage: TextStorage): Outbox {
  const prefix = `atoll.outbox.${userId}.`;
  const unsaved = new Map<string, OutboxEntry>();
  const listeners = new Set<() => void>();
  let entries = read(storage, prefix, unsaved);

  function refresh(): void {
    const next = read(storage, prefix, unsaved);
    if (JSON.stringify(next) === JSON.stringify(entries)) return;
    entries = next;
    for (const listener of listeners) listener();
  }

  function onStorage(event: StorageEvent): void {
    if (event.key === null || event.key.startsWith(prefix)) refresh();
  }

  return {
    entries: () => entries,
    put(entry) {
      unsaved.set(entry.id, entry);
      try {
        storage.setItem(prefix + entry.id, JSON.stringify(entry));
        unsaved.delete(entry.id);
      } catch {
        // Full or forbidden: it stays in memory.
      }
      refresh();
    },
    remove(id) {
      unsaved.delete(id);
      storage.removeItem(prefix + id);
      refresh();
    },
    refresh,
    subscribe(listener) {
      if (listeners.size === 0) globalThis.window?.addEventListener("storage", onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) globalThis.window?.removeEventListener("storage", onStorage);
      };
    },
  };
}

function read(
  storage: TextStorage,
  prefix: string,
  unsaved: ReadonlyMap<string, OutboxEntry>,
): OutboxEntry[] {
  const found = new Map(unsaved);
  for (const key of storage.keys()) {
    if (!key.startsWith(prefix)) continue;
    const entry = parse(storage.getItem(key));
    if (entry && !found.has(entry.id)) found.set(entry.id, entry);
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function parse(text: string | null): OutboxEntry | null {
  try {
    return entrySchema.safeParse(JSON.parse(text ?? "null")).data ?? null;
  } catch {
    return null;
  }
}
