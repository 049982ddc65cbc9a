import { shareLoop } from "../../../platform/turns/share-loop.ts";
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

const digitBits = 14;
const digits = 1 << digitBits;
const countedAtOnce = 65_536;

/**
 * Returns the indexes of records in the order of their times within a day; records of one time stay in the order in which
 * they came. Sorts digit by digit, because all records of an export can be of one day, and other work goes on in between.
 */
async function orderOf(count: number, timeAt: (index: number) => number): Promise<Uint32Array> {
  const pause = shareLoop();
  let order = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) order[index] = index;
  // A day has fewer milliseconds than two digits count.
  for (const shift of [0, digitBits]) {
    const digitOf = (index: number) => (timeAt(index) >> shift) & (digits - 1);
    const starts = new Uint32Array(digits + 1);
    const sorted = new Uint32Array(count);
    for (let at = 0; at < count; at += 1) {
      const next = digitOf(at) + 1;
      starts[next] = (starts[next] ?? 0) + 1;
      if (at % countedAtOnce === 0) await pause();
    }
    for (let digit = 1; digit < digits; digit += 1)
      starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0);
    for (let at = 0; at < count; at += 1) {
      const index = order[at] ?? 0;
      const place = starts[digitOf(index)] ?? 0;
      sorted[place] = index;
      starts[digitOf(index)] = place + 1;
      if (at % countedAtOnce === 0) await pause();
    }
    order = sorted;
  }
  return order;
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
      const begin = Date.parse(day);
      const order = await orderOf(list.length / 3, (index) => (list[index * 3 + 2] ?? begin) - begin);
      // Many reads at once take a fraction of the time of one after the other.
      for (let at = 0; at < order.length; ) {
        const together: Promise<Buffer>[] = [];
        let size = 0;
        for (; at < order.length && together.length < readAtOnce && size < bufferedBytes; at += 1) {
          const index = 3 * (order[at] ?? 0);
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
