import { isUuid } from "@atoll/contract/uuid";
import { readAs, type Shape } from "../../../lib/shape.ts";
import type { TextStorage } from "../../../lib/text-storage.ts";

/** The text in a composer, and the server's version as far as this browser knows. */
export interface DraftEntry {
  content: string;
  onServer: string;
}

const entryShape: Shape<DraftEntry> = { content: "string", onServer: "string" };

export interface StoredDrafts {
  read(): Map<string, DraftEntry>;
  write(subject: string, entry: DraftEntry | null): void;
}

/** The drafts of one person in the browser's storage, by subject: they outlive a reload, also without a connection. */
export function openStoredDrafts(viewerId: string, storage: TextStorage): StoredDrafts {
  const prefix = `atoll.draft.${viewerId}.`;

  /** Older versions named channels by their ids alone, and threads by theirs after their channels'. */
  function renameOld(): void {
    for (const key of storage.keys()) {
      if (!key.startsWith(prefix)) continue;
      const [place, text] = [key.slice(prefix.length), storage.getItem(key)];
      if (!isUuid(place.split("/")[0]) || text === null) continue;
      const renamed = `${prefix}${place.includes("/") ? "thread" : "channel"}/${place}`;
      // In a full storage it stays where it is.
      if (storage.getItem(renamed) === null) storage.setItem(renamed, text);
      storage.removeItem(key);
    }
  }

  return {
    read() {
      try {
        renameOld();
      } catch {
        // Storage is full: each is read again with the next page.
      }
      const found = new Map<string, DraftEntry>();
      for (const key of storage.keys()) {
        const entry = key.startsWith(prefix) ? readAs(storage.getItem(key), entryShape) : null;
        if (entry) found.set(key.slice(prefix.length), entry);
      }
      return found;
    },
    write(subject, entry) {
      try {
        if (entry) storage.setItem(prefix + subject, JSON.stringify(entry));
        else storage.removeItem(prefix + subject);
      } catch {
        // Storage is full: the text stays in the field and on the server.
      }
    },
  };
}
