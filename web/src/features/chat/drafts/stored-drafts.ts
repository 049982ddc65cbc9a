import { readAs, type Shape } from "../../../lib/shape.ts";
import type { TextStorage } from "../../../lib/text-storage.ts";

/** What stands in a composer, and what the server holds of it as far as this browser knows. */
export interface DraftEntry {
  content: string;
  onServer: string;
}

const entryShape: Shape<DraftEntry> = { content: "string", onServer: "string" };

export interface StoredDrafts {
  read(): Map<string, DraftEntry>;
  write(place: string, entry: DraftEntry | null): void;
}

/** The drafts of one person in the browser's storage, by place: they outlive a reload, also without a connection. */
export function openStoredDrafts(viewerId: string, storage: TextStorage): StoredDrafts {
  const prefix = `atoll.draft.${viewerId}.`;
  return {
    read() {
      const found = new Map<string, DraftEntry>();
      for (const key of storage.keys()) {
        const entry = key.startsWith(prefix) ? readAs(storage.getItem(key), entryShape) : null;
        if (entry) found.set(key.slice(prefix.length), entry);
      }
      return found;
    },
    write(place, entry) {
      try {
        if (entry) storage.setItem(prefix + place, JSON.stringify(entry));
        else storage.removeItem(prefix + place);
      } catch {
        // Storage is full: the text stays in the field and on the server.
      }
    },
  };
}
