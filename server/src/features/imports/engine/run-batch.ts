import { sql } from "kysely";
import pg from "pg";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { Archive } from "../archive/open-archive.ts";
import { keyOfRecord } from "../archive/records.ts";
import type { Batch } from "./batches.ts";
import { type Ground, groundOf, keepItems, type PlaceRow, skip, trialSource } from "./ground.ts";
import { endTrial, holdRunner, type ImportRow, lockAtStep, pauseImport } from "./import-row.ts";
import { addCounts, addLines } from "./lines.ts";
import { storeFiles, tryFiles } from "./store-files.ts";
import { provePlace, type Target, targetOf } from "./targets.ts";
import { PauseImport } from "./tasks-target.ts";

export type ImportDeps = WorkDeps & Pick<SliceContext, "enqueue" | "realtime">;
/** An operator's command reaches no screens, and queues nothing. */
export type WorkDeps = Pick<SliceContext, "db" | "files" | "log"> &
  Partial<Pick<SliceContext, "realtime">> & { turnMs?: number };

/** Writes a batch of an import, and each of its records by itself if something about one of them fails. */
export async function runBatch(
  deps: WorkDeps,
  archive: Archive,
  row: ImportRow,
  batch: Batch,
  placeNames: ReadonlyMap<string, string>,
): Promise<void> {
  const outside: Outside = { placeNames, stored: new Map() };
  try {
    outside.stored =
      row.state === "running"
        ? await storeFiles(deps, archive, row, batch.records)
        : tryFiles(archive, batch.records);
    outside.prepared = await targetOf(row).prepareRecords?.(deps, archive, row, batch.records);
    await transact(deps.db, (tx) => commitBatch(tx, row, batch, outside));
  } catch (error) {
    // Going on would leave out what can be stored later.
    const cannotStore =
      error instanceof AppError &&
      ["storage_full", "database_full", "files_unavailable"].includes(error.code);
    if (cannotStore || error instanceof PauseImport) {
      await transact(deps.db, async (tx) => {
        const locked = await lockAtStep(tx, row);
        // A dry run that cannot go on gives way to other choices: nothing has been written that must be undone first.
        if (locked?.state === "trying" && error instanceof PauseImport)
          await endTrial(tx, locked, error.message);
        else if (locked) await pauseImport(tx, locked, error.message);
      });
      return;
    }
    if (!isFaultOfRecord(error) || batch.isLast) throw error;
    deps.log.warn({ err: error, import: row.id }, "records of an import are written one by one");
    await transact(deps.db, (tx) => commitOneByOne(tx, row, batch, outside));
  }
}

/** A record that nothing foresaw must not stop all others. */
const isFaultOfRecord = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  (error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? ""));

const withoutRight = "The person who started it may not run imports any more, or has left.";

type Outside = Parameters<Target["writeRecords"]>[3];

/** Writes a batch and where the next one begins, or neither. A dry run rolls back everything but its counts. */
async function commitBatch(tx: Database, row: ImportRow, batch: Batch, outside: Outside): Promise<void> {
  const locked = await lockAtStep(tx, row);
  if (!locked) return;
  const runner = await holdRunner(tx, locked);
  if (!runner) return pauseImport(tx, locked, withoutRight);
  const ground = groundOf(tx, locked, runner);
  const { writeRecords, finishPlaces } = targetOf(locked);
  await inTrial(ground, async () => {
    const group = await placesOf(tx, row.id, batch.placeKeys);
    if (batch.isLast) {
      for (const place of group) await provePlace(ground, place);
      await finishPlaces(ground, group);
    } else await writeRecords(ground, group, batch.records, outside);
    if (!ground.isTrial) await keepItems(tx, row.source, row.id, ground);
  });
  await keepBatch(ground, batch);
}

/** Writes the records of a batch that failed, each by itself, and names those that cannot be written. */
async function commitOneByOne(tx: Database, row: ImportRow, batch: Batch, outside: Outside): Promise<void> {
  const locked = await lockAtStep(tx, row);
  if (!locked) return;
  const runner = await holdRunner(tx, locked);
  if (!runner) return pauseImport(tx, locked, withoutRight);
  const ground = groundOf(tx, locked, runner);
  await inTrial(ground, async () => {
    for (const record of batch.records) {
      const one = groundOf(tx, locked, runner);
      await sql`SAVEPOINT one`.execute(tx);
      try {
        // Read again: each record moves the place of the next one.
        const group = await placesOf(tx, row.id, batch.placeKeys);
        await targetOf(locked).writeRecords(one, group, [record], outside);
        await keepItems(tx, row.source, row.id, one);
        ground.items.push(...one.items);
        ground.lines.push(...one.lines);
        for (const [key, counts] of one.counts)
          ground.counts.set(key, addCounts(ground.counts.get(key) ?? {}, counts));
      } catch (error) {
        if (!isFaultOfRecord(error)) throw error;
        await sql`ROLLBACK TO SAVEPOINT one`.execute(tx);
        // No list of the source counts its links.
        const kind =
          "dependency" in record
            ? "dependency_unreadable"
            : "article" in record
              ? "page_unreadable"
              : "record_unreadable";
        skip(ground, record.placeKey, kind, keyOfRecord(record));
      }
      await sql`RELEASE SAVEPOINT one`.execute(tx);
    }
  });
  await keepBatch(ground, batch);
}
async function inTrial({ tx, isTrial }: Ground, work: () => Promise<void>): Promise<void> {
  if (!isTrial) return work();
  await sql`SAVEPOINT trial`.execute(tx);
  await work();
  await sql`ROLLBACK TO SAVEPOINT trial`.execute(tx);
}

/** The places that share a channel, in a fixed order: the first one names it. */
function placesOf(tx: Database, importId: string, keys: readonly string[]): Promise<PlaceRow[]> {
  return tx
    .selectFrom("import_places as p")
    .selectAll("p")
    .where("p.import_id", "=", importId)
    .where(
      sql<boolean>`(p.key = ANY(${[...keys]}::text[]) OR (p.kind = 'direct' AND p.member_keys <> '{}' AND EXISTS (
        SELECT FROM import_places o WHERE o.import_id = p.import_id AND o.key = ANY(${[...keys]}::text[])
          AND o.kind = 'direct' AND o.member_keys @> p.member_keys AND o.member_keys <@ p.member_keys)))`,
    )
    .orderBy("p.position")
    .execute();
}

/** Keeps the counts and lines of a batch, and where the next one begins. */
async function keepBatch(ground: Ground, { next }: Batch): Promise<void> {
  const { tx, row, isTrial, counts } = ground;
  if (isTrial) await keepItems(tx, trialSource(row.id), row.id, ground);
  await addLines(tx, row.id, isTrial ? "trying" : "running", ground.lines);
  const places = [...counts].filter(([key]) => key !== "");
  for (const [key, added] of places) {
    const place = await tx
      .selectFrom("import_places")
      .select("counts")
      .where("import_id", "=", row.id)
      .where("key", "=", key)
      .executeTakeFirst();
    await tx
      .updateTable("import_places")
      .set({ counts: JSON.stringify(addCounts(place?.counts ?? {}, added)) })
      .where("import_id", "=", row.id)
      .where("key", "=", key)
      .execute();
  }
  const total = [...counts.values()].reduce<Record<string, number>>(addCounts, {});
  const sum = JSON.stringify(addCounts(isTrial ? (row.tried ?? {}) : row.made, total));
  await tx
    .updateTable("imports")
    .set({
      ...(isTrial ? { tried: sum } : { made: sum }),
      ...{ next_unit: next.unit, next_record: next.record, step: row.step + 1, failures: 0 },
      worked_at: sql<Date>`now()`,
    })
    .where("id", "=", row.id)
    .execute();
}
