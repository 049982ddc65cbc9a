import { UnreadableArchive } from "../archive/open-archive.ts";
import { createUnnamedFile } from "../archive/unnamed-file.ts";

/** The place of each record is in memory: about 30 bytes. */
const maxRecords = 10_000_000;
const bufferedBytes = 1024 * 1024;
const readAtOnce = 64;

/**
 * Records of an export that has all conversations in one file, in any order. They wait on the disk, and are read again by
 * conversation and in the order of time. In memory are their places.
 */
export interface SortedRecords {
  /** @throws {UnreadableArchive} if the disk is full, or there are too many. */
  add(conversation: string, at: Date, bytes: Uint8Array): Promise<void>;
  /** The days of a conversation, in their order. */
  daysOf(conversation: string): string[];
  /** Reads the records of a day. */
  read(conversation: string, day: string): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

export async function createSortedRecords(): Promise<SortedRecords> {
  const file = await createUnnamedFile();
  /** By conversation and day: place, length and time of each record, one after the other. */
  const places = new Map<string, Map<string, number[]>>();
  let [buffered, bufferedLength, written, count]: [Uint8Array[], number, number, number] = [[], 0, 0, 0];

  async function flush(): Promise<void> {
    if (bufferedLength === 0) return;
    await file.append(Buffer.concat(buffered));
    written += bufferedLength;
    [buffered, bufferedLength] = [[], 0];
  }

  return {
    async add(conversation, at, bytes) {
      count += 1;
      if (count > maxRecords)
        throw new UnreadableArchive(
          `The export has more than ${maxRecords.toLocaleString("en")} posts, which are too many for one import.`,
        );
      const days = places.get(conversation) ?? new Map<string, number[]>();
      places.set(conversation, days);
      const day = at.toISOString().slice(0, 10);
      const list = days.get(day) ?? [];
      days.set(day, list);
      list.push(written + bufferedLength, bytes.length, at.getTime());
      buffered.push(bytes);
      bufferedLength += bytes.length;
      if (bufferedLength >= bufferedBytes) await flush();
    },
    daysOf: (conversation) => [...(places.get(conversation)?.keys() ?? [])].sort(),
    async *read(conversation, day) {
      await flush();
      const list = places.get(conversation)?.get(day) ?? [];
      const indexes = Array.from({ length: list.length / 3 }, (_, index) => index * 3);
      const timeAt = (index: number) => list[index + 2] ?? 0;
      indexes.sort((one, other) => timeAt(one) - timeAt(other) || one - other);
      // Many reads at once take a fraction of the time of one after the other.
      for (let at = 0; at < indexes.length; ) {
        const together: Promise<Buffer>[] = [];
        let size = 0;
        for (; at < indexes.length && together.length < readAtOnce && size < bufferedBytes; at += 1) {
          const index = indexes[at] ?? 0;
          const [start = 0, length = 0] = list.slice(index, index + 2);
          together.push(file.read(start, length));
          size += length;
        }
        yield* await Promise.all(together);
      }
    },
    close: () => file.close(),
  };
}
