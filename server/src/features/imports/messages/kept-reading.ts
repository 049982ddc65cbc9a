import type { Archive } from "../archive/open-archive.ts";
import type { SortedRecords } from "./sorted-records.ts";

/**
 * Reads an archive once, and keeps what was read until the archive is closed: for the plan, or for a dry run or a run. A
 * reading that failed or was cancelled begins again with the next call.
 */
export function createKeptReading<Reading extends { found: { records: SortedRecords } }>(
  read: (archive: Archive, signal?: AbortSignal) => Promise<Reading>,
) {
  const readings = new WeakMap<Archive, Promise<Reading>>();
  return {
    of(archive: Archive, signal?: AbortSignal): Promise<Reading> {
      const known = readings.get(archive);
      if (known) return known;
      const reading = read(archive, signal);
      readings.set(archive, reading);
      reading.catch(() => readings.delete(archive));
      return reading;
    },
    async close(archive: Archive): Promise<void> {
      const reading = readings.get(archive);
      readings.delete(archive);
      await reading?.then(({ found }) => found.records.close()).catch(() => undefined);
    },
  };
}
