import { fits, parseJson, type Shape } from "../../../lib/shape.ts";
import type { TextStorage } from "../../../lib/text-storage.ts";

/** Something that the person did, and that the server has not taken yet. */
export interface OutboxEntry<Body extends object = object> {
  /** Made here; the same one goes with every try. Its time is that of a clock which somebody may have set back. */
  id: string;
  /** Its place in the outbox, given when it is put there. */
  order?: number | undefined;
  /** Who sends it: a kind that was registered. */
  kind: string;
  /** What it is done to. Where a kind keeps order, those of one subject go one after the other. */
  subject: string;
  body: Body;
  createdAt: string;
  /** Why the server will not take it; null while it waits for its turn. */
  failure: string | null;
}

/** Without its body. */
const entryShape: Shape<OutboxEntry> = {
  id: "string",
  order: "number?",
  kind: "string",
  subject: "string",
  body: "object",
  createdAt: "string",
  failure: "string|null",
};

/** Makes an entry of what an older version wrote; undefined if that is not its own. */
export type ReadOld = (stored: unknown) => OutboxEntry | undefined;

/** What is on its way, kept in the browser's storage until the server has it. */
export interface StoredEntries {
  /** In the order of doing; the same array until something changes. */
  all(): readonly OutboxEntry[];
  put(entry: OutboxEntry): void;
  remove(id: string): void;
  /** Reads what other tabs did: their storage events may still be on the way. */
  refresh(): void;
  /** From now on what is no entry is shown to this, too. */
  readAlso(readOld: ReadOld): void;
  subscribe(listener: () => void): () => void;
}

/**
 * The entries of one person. Each has a key of its own, so that two tabs never overwrite each other's list. What the
 * storage cannot hold waits in this tab's memory.
 */
export function openStoredEntries(userId: string, storage: TextStorage): StoredEntries {
  const prefix = `atoll.outbox.${userId}.`;
  const unsaved = new Map<string, OutboxEntry>();
  const listeners = new Set<() => void>();
  const readers: ReadOld[] = [];
  let entries = read();

  function read(): OutboxEntry[] {
    const found = new Map(unsaved);
    for (const key of storage.keys()) {
      if (!key.startsWith(prefix)) continue;
      const entry = parse(storage.getItem(key));
      if (entry && !found.has(entry.id)) found.set(entry.id, entry);
    }
    // Two tabs may have given the same place.
    return [...found.values()].sort((a, b) => (a.order ?? 0) - (b.order ?? 0) || (a.id < b.id ? -1 : 1));
  }

  function parse(text: string | null): OutboxEntry | undefined {
    const stored = parseJson(text);
    if (fits(stored, entryShape)) return stored;
    for (const readOld of readers) {
      const entry = readOld(stored);
      if (entry) return entry;
    }
    return undefined;
  }

  function refresh(): void {
    const next = read();
    if (JSON.stringify(next) === JSON.stringify(entries)) return;
    entries = next;
    for (const listener of listeners) listener();
  }

  function onStorage(event: StorageEvent): void {
    if (event.key === null || event.key.startsWith(prefix)) refresh();
  }

  return {
    all: () => entries,
    put(given) {
      // What another tab put there a moment ago was done before this.
      const order = given.order ?? 1 + Math.max(0, ...read().map((entry) => entry.order ?? 0));
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
    readAlso(readOld) {
      readers.push(readOld);
      refresh();
    },
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
