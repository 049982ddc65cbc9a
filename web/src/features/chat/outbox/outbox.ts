import { fits, parseJson, type Shape } from "../../../lib/shape.ts";
import type { TextStorage } from "../../../lib/text-storage.ts";

/** A message that was written and that the server has not taken yet. */
export interface OutboxEntry {
  /** Made here; the same one goes with every try. Its time is that of a clock which somebody may have set back. */
  id: string;
  /** Its place in the outbox, given when it is put there. */
  order?: number | undefined;
  channelId: string;
  content: string;
  /** The message whose thread it goes to. */
  parentId: string | null;
  mentionIds: string[];
  attachmentIds: string[];
  /** The files in this tab that it was written with: it waits until they all are attachments. */
  uploadIds?: string[] | undefined;
  createdAt: string;
  /** Why the server will not take it; null while it waits for its turn. */
  failure: string | null;
}

const entryShape: Shape<OutboxEntry> = {
  id: "string",
  order: "number?",
  channelId: "string",
  content: "string",
  parentId: "string|null",
  mentionIds: "strings",
  attachmentIds: "strings",
  uploadIds: "strings?",
  createdAt: "string",
  failure: "string|null",
};
/** What older versions did not write. */
const absent = { parentId: null, mentionIds: [], attachmentIds: [] };

/** A message that cannot go yet, because files of it are on their way. */
export function isHeld({ uploadIds = [], attachmentIds }: OutboxEntry): boolean {
  return uploadIds.length > attachmentIds.length;
}

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
    put(given) {
      // What another tab put there a moment ago was written before this.
      const order = given.order ?? afterAll(read(storage, prefix, unsaved));
      const entry = { ...given, order };
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
  // Two tabs may have given the same place.
  return [...found.values()].sort((a, b) => (a.order ?? 0) - (b.order ?? 0) || (a.id < b.id ? -1 : 1));
}

function afterAll(entries: readonly OutboxEntry[]): number {
  return 1 + Math.max(0, ...entries.map(({ order }) => order ?? 0));
}

function parse(text: string | null): OutboxEntry | null {
  const stored = parseJson(text);
  const entry: unknown = typeof stored === "object" ? { ...absent, ...stored } : stored;
  return fits(entry, entryShape) ? entry : null;
}
