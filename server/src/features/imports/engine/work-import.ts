import { sql } from "kysely";
import pg from "pg";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import { messageFiles } from "../../chat/public.ts";
import { uploadFile } from "../../files/public.ts";
import { type Archive, openArchive, UnreadableArchive } from "../archive/open-archive.ts";
import { finishPlaces } from "./finish-places.ts";
import { ensurePeople, type Ground, type PlaceRow, trialSource } from "./ground.ts";
import { holdRunner, type ImportRow, lockAtStep, partsOf, pauseImport, readers } from "./import-row.ts";
import { addCounts, addLines } from "./lines.ts";
import type { FoundUnit, SourceRecord } from "./records.ts";
import { surveyImport } from "./survey-import.ts";
import { undoBatch } from "./undo-import.ts";
import { type StoredFiles, writeRecords } from "./write-records.ts";

export type ImportDeps = Pick<SliceContext, "db" | "files" | "log" | "enqueue">;

/** Few enough that a transaction is over in a moment, and other work goes on between two of them. */
const recordsAtOnce = 200;
/** A job that works longer ends, and queues the next one: other jobs get their turn. */
const turnMs = 20_000;
const unitsAtOnce = 500;

interface Work {
  importId: string;
}

/** Works on an import for a while: reads its file, or does a part of its dry run, run or undo. */
export function importJob(deps: ImportDeps): Job<Tables, Work> {
  const job: Job<Tables, Work> = {
    name: "imports.work",
    async run({ tx, data: { importId }, signal }) {
      const row = await findImport(deps.db, importId);
      if (!row) return;
      if (row.state === "reading") return surveyImport(deps, row, signal);
      const isMore = await workFor(deps, row, signal);
      if (isMore) await deps.enqueue(tx, job, { importId });
    },
  };
  return job;
}

const findImport = (db: Database, id: string): Promise<ImportRow | undefined> =>
  db.selectFrom("imports").selectAll().where("id", "=", id).executeTakeFirst();

/** @returns whether there is more to do. */
async function workFor(deps: ImportDeps, first: ImportRow, signal: AbortSignal): Promise<boolean> {
  const until = performance.now() + turnMs;
  let row: ImportRow | undefined = first;
  if (row.state === "undoing") {
    while (row?.state === "undoing") {
      signal.throwIfAborted();
      if (performance.now() > until) return true;
      await undoBatch(deps.db, row);
      row = await findImport(deps.db, first.id);
    }
    return false;
  }
  if (row.state !== "trying" && row.state !== "running") return false;
  let archive: Archive;
  try {
    archive = await openArchive(deps.files, await partsOf(deps.db, row.id));
  } catch (error) {
    if (!(error instanceof UnreadableArchive)) throw error;
    await transact(deps.db, async (tx) => {
      const locked = await lockAtStep(tx, first);
      if (locked) await pauseImport(tx, locked, error.message);
    });
    return false;
  }
  const placeNames = await namesOfPlaces(deps.db, row.id);
  for await (const batch of batchesFrom(deps.db, archive, row)) {
    signal.throwIfAborted();
    row = await findImport(deps.db, first.id);
    if (!row || (row.state !== "trying" && row.state !== "running") || row.step !== batch.step) return false;
    if (performance.now() > until) return true;
    await runBatch(deps, archive, row, batch, placeNames);
  }
  row = await findImport(deps.db, first.id);
  if (row && row.next_unit >= row.unit_count && (row.state === "trying" || row.state === "running"))
    await finishWork(deps.db, row);
  return false;
}

/** Records of one place or group of places that are written together, and where the next ones begin. */
interface Batch {
  step: number;
  placeKeys: string[];
  records: SourceRecord[];
  /** The last one of its places. */
  isLast: boolean;
  next: { unit: number; record: number };
}

/** Reads on from where the last batch ended. Small units of the same places are put together. */
async function* batchesFrom(db: Database, archive: Archive, row: ImportRow): AsyncGenerator<Batch> {
  const reader = readers[row.source];
  let [unit, skipped, step] = [row.next_unit, row.next_record, row.step];
  let records: SourceRecord[] = [];
  let placeKeys: string[] = [];
  const take = (isLast: boolean, next: Batch["next"]): Batch => {
    const batch = { step, placeKeys, records, isLast, next };
    [records, placeKeys, step] = [[], [], step + 1];
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
        for await (const record of reader.readUnit(archive, found)) {
          index += 1;
          if (index <= skipped) continue;
          records.push(record);
          if (!placeKeys.includes(record.placeKey)) placeKeys.push(record.placeKey);
          if (records.length >= recordsAtOnce) yield take(false, { unit: position, record: index });
        }
      }
      skipped = 0;
      unit = position + 1;
    }
  }
}

async function runBatch(
  deps: ImportDeps,
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
    await transact(deps.db, (tx) => commitBatch(tx, row, batch, outside));
  } catch (error) {
    if (error instanceof AppError && (error.code === "storage_full" || error.code === "database_full")) {
      await transact(deps.db, async (tx) => {
        const locked = await lockAtStep(tx, row);
        if (locked) await pauseImport(tx, locked, error.message);
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

type Outside = { placeNames: ReadonlyMap<string, string>; stored: StoredFiles };

/** Writes a batch and where the next one begins, or neither. A dry run rolls back everything but its counts. */
async function commitBatch(tx: Database, row: ImportRow, batch: Batch, outside: Outside): Promise<void> {
  const locked = await lockAtStep(tx, row);
  if (!locked) return;
  if (!(await holdRunner(tx, locked)))
    return pauseImport(tx, locked, "The person who started it may not run imports any more, or has left.");
  const ground = groundOf(tx, locked);
  await inTrial(ground, async () => {
    const group = await placesOf(tx, row.id, batch.placeKeys);
    if (batch.isLast) await finishPlaces(ground, group);
    else await writeRecords(ground, group, batch.records, outside);
    if (!ground.isTrial) await keepItems(tx, row.source, row.id, ground);
  });
  await keepBatch(ground, batch);
}

/** Writes the records of a batch that failed, each by itself, and names those that cannot be written. */
async function commitOneByOne(tx: Database, row: ImportRow, batch: Batch, outside: Outside): Promise<void> {
  const locked = await lockAtStep(tx, row);
  if (!locked || !(await holdRunner(tx, locked))) return;
  const ground = groundOf(tx, locked);
  const group = await placesOf(tx, row.id, batch.placeKeys);
  await inTrial(ground, async () => {
    for (const record of batch.records) {
      const one = groundOf(tx, locked);
      await sql`SAVEPOINT one`.execute(tx);
      try {
        await writeRecords(one, group, [record], outside);
        await keepItems(tx, row.source, row.id, one);
        ground.items.push(...one.items);
        ground.lines.push(...one.lines);
        for (const [key, counts] of one.counts)
          ground.counts.set(key, addCounts(ground.counts.get(key) ?? {}, counts));
      } catch (error) {
        if (!isFaultOfRecord(error)) throw error;
        await sql`ROLLBACK TO SAVEPOINT one`.execute(tx);
        const detail = "message" in record ? record.message.key : (record.detail ?? "");
        ground.lines.push({ kind: "record_unreadable", placeKey: record.placeKey, detail });
        ground.counts.set(
          record.placeKey,
          addCounts(ground.counts.get(record.placeKey) ?? {}, { record_unreadable: 1 }),
        );
      }
      await sql`RELEASE SAVEPOINT one`.execute(tx);
    }
  });
  await keepBatch(ground, batch);
}

const groundOf = (tx: Database, row: ImportRow): Ground => ({
  ...{ tx, row, isTrial: row.state === "trying", items: [], counts: new Map(), lines: [] },
});

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

async function keepItems(
  tx: Database,
  source: string,
  importId: string,
  { items }: Pick<Ground, "items">,
): Promise<void> {
  if (items.length === 0) return;
  await sql`INSERT INTO import_items AS i (source, import_id, key, kind, place_key, target_id, fingerprint)
    SELECT ${source}, ${importId}, x.* FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      AS x (key text, kind text, place_key text, target_id uuid, fingerprint text)
    ON CONFLICT (source, key) DO UPDATE SET import_id = excluded.import_id, kind = excluded.kind,
      place_key = excluded.place_key, target_id = excluded.target_id, fingerprint = excluded.fingerprint`.execute(
    tx,
  );
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
      ...{ next_unit: next.unit, next_record: next.record, step: row.step + 1, worked_at: sql<Date>`now()` },
    })
    .where("id", "=", row.id)
    .execute();
}

/** Ends a dry run or a run. */
async function finishWork(db: Database, row: ImportRow): Promise<void> {
  await transact(db, async (tx) => {
    const locked = await lockAtStep(tx, row);
    if (!locked) return;
    const isTrial = locked.state === "trying";
    if (isTrial) await tx.deleteFrom("import_items").where("source", "=", trialSource(row.id)).execute();
    await tx
      .updateTable("imports")
      .set({
        ...(isTrial
          ? { state: "planned" as const }
          : { state: "done" as const, finished_at: sql<Date>`now()` }),
        ...{ next_unit: 0, next_record: 0, step: row.step + 1, failure: null },
      })
      .where("id", "=", row.id)
      .execute();
    const runner = await tx
      .selectFrom("profiles")
      .select(["id", "name"])
      .where("id", "=", locked.run_by ?? locked.created_by)
      .executeTakeFirst();
    if (!isTrial)
      await recordAct(tx, {
        ...{ action: "import.finished", actor: runner, address: "", after: locked.made },
        subject: { type: "import", id: row.id, name: row.name },
      });
  });
}

/** Private channels are not named in texts that others read. */
async function namesOfPlaces(db: Database, importId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("import_places")
    .select(["key", "kind", "new_name"])
    .where("import_id", "=", importId)
    .execute();
  return new Map(
    rows.map(({ key, kind, new_name }) => [key, kind === "public" ? new_name : "private channel"]),
  );
}

function filesIn(records: readonly SourceRecord[]) {
  return records.flatMap((record) =>
    "message" in record ? record.message.files.map((file) => ({ file, message: record.message })) : [],
  );
}

/** A dry run looks only whether the archive has the files. */
function tryFiles(archive: Archive, records: readonly SourceRecord[]): StoredFiles {
  const failed = "it is damaged";
  return new Map(
    filesIn(records).flatMap(({ file, message }) => {
      const isThere = file.path !== undefined && (archive.sizeOf(file.path) ?? 0) > 0;
      return file.path === undefined
        ? []
        : [[`${message.key}#${file.key}`, isThere ? { id: "" } : { failed }] as const];
    }),
  );
}

/**
 * Stores the files of messages that are not imported yet, as uploads of their authors. What a batch that fails leaves
 * behind is swept up like any upload that nobody sent.
 */
async function storeFiles(
  deps: ImportDeps,
  archive: Archive,
  row: ImportRow,
  records: readonly SourceRecord[],
): Promise<StoredFiles> {
  const files = filesIn(records).filter(({ file }) => file.path !== undefined);
  const stored = new Map<string, { id: string } | { failed: string }>();
  if (files.length === 0) return stored;
  const keys = files.map(({ message }) => message.key);
  const known = await deps.db
    .selectFrom("import_items")
    .select("key")
    .where("source", "=", row.source)
    .where("key", "in", keys)
    .where("kind", "=", "message")
    .execute();
  const there = new Set(known.map(({ key }) => key));
  const fresh = files.filter(({ message }) => !there.has(message.key));
  const authors = await transact(deps.db, async (tx) => {
    const ground = groundOf(tx, row);
    const people = await ensurePeople(ground, new Set(fresh.map(({ message }) => message.author)));
    await keepItems(tx, row.source, row.id, ground);
    return people;
  });
  for (const { file, message } of fresh) {
    const owner = authors.get(message.author);
    if (owner) stored.set(`${message.key}#${file.key}`, await storeFile(deps, archive, owner.id, file));
  }
  return stored;
}

async function storeFile(
  deps: ImportDeps,
  archive: Archive,
  ownerId: string,
  { name, path = "" }: { name: string; path?: string | undefined },
): Promise<{ id: string } | { failed: string }> {
  try {
    const content = await archive.read(path);
    if (!content) return { failed: "it is missing" };
    const none = Number.POSITIVE_INFINITY;
    const { id } = await uploadFile(
      deps,
      { ownerId, kind: messageFiles },
      { name, content },
      { maxBytes: none, maxBytesPerPerson: none },
    );
    return { id };
  } catch (error) {
    if (error instanceof AppError && error.status < 500 && error.code !== "storage_full")
      return { failed: error.message };
    if (error instanceof AppError || error instanceof pg.DatabaseError) throw error;
    return { failed: "it is damaged" };
  }
}
