import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UnreadableArchive } from "../archive/open-archive.ts";
import { rejectFullDisk } from "../archive/open-parts.ts";

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
  const folder = await mkdtemp(join(tmpdir(), "atoll-import-"));
  const file = await open(join(folder, "records"), "w+");
  // Nothing is left of it after a kill: the system deletes it with its last handle.
  await rm(folder, { recursive: true, force: true });
  /** By conversation and day: place, length and time of each record, one after the other. */
  const places = new Map<string, Map<string, number[]>>();
  let [buffered, bufferedLength, written, count]: [Uint8Array[], number, number, number] = [[], 0, 0, 0];

  async function flush(): Promise<void> {
    if (bufferedLength === 0) return;
    const bytes = Buffer.concat(buffered);
    try {
      for (let at = 0; at < bytes.length; )
        at += (await file.write(bytes, at, bytes.length - at, written + at)).bytesWritten;
    } catch (error) {
      rejectFullDisk(error);
      throw error;
    }
    written += bytes.length;
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
          together.push(readWhole(file, start, length));
          size += length;
        }
        yield* await Promise.all(together);
      }
    },
    close: () => file.close(),
  };
}

async function readWhole(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(bytes, at, length - at, start + at);
    if (bytesRead === 0) throw new Error("the records of an export are gone from the disk");
    at += bytesRead;
  }
  return bytes;
}
