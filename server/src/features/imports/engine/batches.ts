import { z } from "zod";
import type { FileStorage } from "../../../platform/files/file-storage.ts";
import type { Database } from "../../../tables.ts";
import type { Archive } from "../archive/open-archive.ts";
import type { FoundUnit, SourceReader, SourceRecord } from "../archive/records.ts";
import type { ImportRow } from "./import-row.ts";
import { openImport } from "./open-import.ts";
import { readers } from "./targets.ts";

/** Few enough that a transaction is over in a moment, and other work goes on between two of them. */
const recordsAtOnce = 200;
/** With their files: a batch that takes too long to store would be done again and again. */
const bytesAtOnce = 128 * 1024 * 1024;
/** The cost of a character of a text, in memory and time, as if it were bytes of a file. */
const costOfCharacter = 32;
const unitsAtOnce = 500;

/** Records of one place or group of places that are written together, and where the next ones begin. */
export interface Batch {
  step: number;
  placeKeys: string[];
  records: SourceRecord[];
  /** The last one of its places. */
  isLast: boolean;
  next: { unit: number; record: number };
}

/** The opened file of an import, and its batches from somewhere on. */
interface Reading {
  importId: string;
  archive: Archive;
  batches: AsyncGenerator<Batch>;
  /** Where the next batch begins. */
  at: string;
  /** The next batch, if somebody has asked for it. Reading it can take longer than a job may take. */
  next: Promise<IteratorResult<Batch, void>> | undefined;
}

/** Reads the batches of imports. */
export interface BatchReader {
  /**
   * Returns the batch that begins where an import is, with its file. Undefined after the last one.
   * @throws {UnreadableArchive} if the file is damaged or no file that its product writes.
   */
  nextBatch(row: ImportRow, signal: AbortSignal): Promise<{ archive: Archive; batch: Batch } | undefined>;
  /** Forgets the file that is open. */
  close(): void;
}

const placeIn = ({ state, step }: Pick<ImportRow, "state" | "step">, unit: number, record: number): string =>
  [state, step, unit, record].join("/");

/**
 * Makes a reader that keeps one import open: the next batch is read on from the last one, also in a later turn. Reading
 * a large file to the place of a batch again would take longer than the turn.
 */
export function createBatchReader(deps: { db: Database; files: Pick<FileStorage, "read"> }): BatchReader {
  let kept: Reading | undefined;
  const close = (): void => {
    const closed = kept;
    kept = undefined;
    // A generator that is at work ends first.
    void closed?.batches
      .return(undefined)
      .catch(() => undefined)
      .then(() => closed.archive.close?.())
      .catch(() => undefined);
  };
  return {
    close,
    async nextBatch(row, signal) {
      const at = placeIn(row, row.next_unit, row.next_record);
      if (kept?.at !== at || kept.importId !== row.id) {
        close();
        const opened = await openImport(deps, row);
        const batches = batchesFrom(deps.db, opened, row);
        kept = { importId: row.id, archive: opened, batches, at, next: undefined };
      }
      const reading = kept;
      reading.next ??= reading.batches.next();
      // A turn that ends before leaves it to the next one.
      reading.next.catch(() => undefined);
      const { done, value: batch } = await untilAborted(reading.next, signal);
      reading.next = undefined;
      if (done || !batch) {
        close();
        return undefined;
      }
      reading.at = placeIn({ ...row, step: batch.step + 1 }, batch.next.unit, batch.next.record);
      return { archive: reading.archive, batch };
    },
  };
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const over = Promise.withResolvers<never>();
  const end = () => over.reject(signal.reason);
  signal.addEventListener("abort", end, { once: true });
  try {
    return await Promise.race([work, over.promise]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}

/** Reads on from where the last batch ended. Small units of the same places are put together. */
async function* batchesFrom(db: Database, archive: Archive, row: ImportRow): AsyncGenerator<Batch> {
  const reader = readers[row.source];
  let [unit, skipped, step] = [row.next_unit, row.next_record, row.step];
  let records: SourceRecord[] = [];
  let placeKeys: string[] = [];
  let weight = 0;
  const take = (isLast: boolean, next: Batch["next"]): Batch => {
    const batch = { step, placeKeys, records, isLast, next };
    [records, placeKeys, step, weight] = [[], [], step + 1, 0];
    return batch;
  };
  while (unit < row.unit_count) {
    const units = await db
      .selectFrom("import_units")
      .selectAll()
      .where("import_id", "=", row.id)
      .where("position", ">=", unit)
      .orderBy("position")
      .limit(unitsAtOnce)
      .execute();
    if (units.length === 0) return;
    for (const { position, place_keys, paths } of units) {
      const found: FoundUnit = { placeKeys: place_keys, paths };
      let index = 0;
      if (paths.length === 0) {
        if (records.length > 0) yield take(false, { unit: position, record: 0 });
        placeKeys = place_keys;
        yield take(true, { unit: position + 1, record: 0 });
      } else {
        for await (const read of reader.readUnit(archive, found)) {
          index += 1;
          if (index <= skipped) continue;
          const record = typeof read === "function" ? await readSafely(reader, archive, found, read) : read;
          records.push(record);
          if (!placeKeys.includes(record.placeKey)) placeKeys.push(record.placeKey);
          weight += weigh(archive, record);
          if (records.length >= recordsAtOnce || weight >= bytesAtOnce)
            yield take(false, { unit: position, record: index });
        }
      }
      skipped = 0;
      unit = position + 1;
    }
  }
}

/** Something in a record that no reader foresaw must not stop all others. */
async function readSafely(
  { makes }: SourceReader,
  archive: Archive,
  { placeKeys: [placeKey = ""] }: FoundUnit,
  read: () => SourceRecord | Promise<SourceRecord>,
): Promise<SourceRecord> {
  try {
    return await read();
  } catch (error) {
    archive.assertWhole();
    const isFault = [TypeError, RangeError, SyntaxError, z.ZodError].some((kind) => error instanceof kind);
    if (!isFault) throw error;
    return { placeKey, skipped: makes === "articles" ? "page_unreadable" : "record_unreadable" };
  }
}

function weigh(archive: Archive, record: SourceRecord): number {
  if ("task" in record) return lengthOf(record.task.description) * costOfCharacter;
  if ("article" in record) {
    const { text, files } = record.article;
    return files.reduce(
      (sum, { path }) => sum + (path === undefined ? 0 : (archive.sizeOf(path) ?? 0)),
      text.markdown.length * costOfCharacter,
    );
  }
  if ("comment" in record) return lengthOf(record.comment.text) * costOfCharacter;
  if (!("message" in record)) return 0;
  const { text, files } = record.message;
  return files.reduce(
    (sum, { path }) => sum + (path === undefined ? 0 : (archive.sizeOf(path) ?? 0)),
    lengthOf(text) * costOfCharacter,
  );
}

const lengthOf = (text: readonly unknown[]): number =>
  text.reduce<number>((sum, part) => sum + (typeof part === "string" ? part.length : 1), 0);
