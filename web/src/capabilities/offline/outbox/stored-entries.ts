import { fits, parseJson } from "../../../lib/shape.ts";
import type { TextStorage } from "../../../lib/text-storage.ts";
import type { EntriesCopy } from "./entries-copy.ts";
import { entryShape, type OutboxEntry } from "./outbox-entry.ts";

/** Entries in the browser's storage until the server has accepted them. */
export interface StoredEntries {
  /** In the order of doing; the same array until something changes. */
  all(): readonly OutboxEntry[];
  put(entry: OutboxEntry): void;
  remove(id: string): void;
  /**
   * Reads what other tabs did: their storage events may still be on the way. Forced, it tells listeners in any case, as
   * when more can be said of the same entries.
   */
  refresh(isForced?: boolean): void;
  /** Reads what other tabs did, and tells nobody. */
  reread(): void;
  /** From now on all is kept there, too; what only the copy has is put back. */
  copyTo(copy: EntriesCopy): Promise<void>;
  /** Something would be lost with this page, for the browser keeps it nowhere. */
  isAtRisk(): boolean;
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
  const removed = new Set<string>();
  /** The entries that have been copied. */
  const copied = new Set<string>();
  let copy: EntriesCopy | undefined;
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
    return fits(stored, entryShape) ? stored : undefined;
  }

  const has = (id: string) => unsaved.has(id) || storage.getItem(prefix + id) !== null;

  /** @returns whether anything is different. */
  function reread(isForced = false): boolean {
    const next = read();
    if (!isForced && JSON.stringify(next) === JSON.stringify(entries)) return false;
    entries = next;
    return true;
  }

  function refresh(isForced = false): void {
    if (!reread(isForced)) return;
    for (const listener of listeners) listener();
  }

  function save(entry: OutboxEntry): void {
    unsaved.set(entry.id, entry);
    try {
      storage.setItem(prefix + entry.id, JSON.stringify(entry));
      unsaved.delete(entry.id);
    } catch {
      // Full or forbidden: it stays in memory, and in the copy.
    }
  }

  function copyEntry(entry: OutboxEntry): void {
    void copy?.put(entry).then((isKept) => isKept && copied.add(entry.id));
  }

  function onStorage(event: StorageEvent): void {
    if (event.key === null || event.key.startsWith(prefix)) refresh();
  }

  return {
    all: () => entries,
    put(given) {
      // Entries that another tab has just added come before this one.
      const order = given.order ?? 1 + Math.max(0, ...read().map((entry) => entry.order ?? 0));
      const entry = { ...given, order };
      removed.delete(entry.id);
      save(entry);
      copyEntry(entry);
      refresh();
    },
    remove(id) {
      unsaved.delete(id);
      removed.add(id);
      storage.removeItem(prefix + id);
      copy?.remove(id);
      refresh();
    },
    refresh,
    reread: () => void reread(),
    async copyTo(opened) {
      copy = opened;
      for (const entry of read()) copyEntry(entry);
      for (const id of removed) opened.remove(id);
      for (const entry of await opened.all()) if (!removed.has(entry.id) && !has(entry.id)) save(entry);
      refresh();
    },
    isAtRisk: () => [...unsaved.keys()].some((id) => !copied.has(id)),
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
