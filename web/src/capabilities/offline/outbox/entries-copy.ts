import { fits, parseJson } from "../../../lib/shape.ts";
import { openOwnDatabase, quietly } from "../own-database.ts";
import { entryShape, type OutboxEntry } from "./outbox-entry.ts";

/**
 * A second copy of what waits, in the browser's database: browsers write their simple storage to the disk some seconds late,
 * and hold only so much in it. Where the two differ nothing is lost and nothing doubled: what was sent already is sent
 * under the same id again, and the server takes it for one.
 */
export interface EntriesCopy {
  /** @returns whether it is kept. */
  put(entry: OutboxEntry): Promise<boolean>;
  remove(id: string): void;
  all(): Promise<OutboxEntry[]>;
  close(): void;
}

/** @throws see `openOwnDatabase` */
export async function openEntriesCopy(userId: string): Promise<EntriesCopy> {
  const database = await openOwnDatabase<{ entries: { key: string; value: string } }>(
    "atoll.outbox.",
    userId,
    (created) => void created.createObjectStore("entries"),
  );
  // On the disk before it counts as done.
  const write = () => database.transaction("entries", "readwrite", { durability: "strict" });
  return {
    async put(entry) {
      const isKept = await quietly(async () => {
        const { store, done } = write();
        await Promise.all([store.put(JSON.stringify(entry), entry.id), done]);
        return true;
      });
      return isKept === true;
    },
    remove: (id) => void quietly(async () => write().store.delete(id)),
    async all() {
      const texts = (await quietly(() => database.getAll("entries"))) ?? [];
      return texts.map(parseJson).filter((entry) => fits(entry, entryShape));
    },
    close: () => database.close(),
  };
}
