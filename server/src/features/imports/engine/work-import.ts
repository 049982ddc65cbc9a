import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { Database, Tables } from "../../../tables.ts";
import { UnreadableArchive } from "../archive/open-archive.ts";
import { type BatchReader, createBatchReader } from "./batches.ts";
import { trialSource } from "./ground.ts";
import { type ImportRow, lockAtStep, pauseImport } from "./import-row.ts";
import { type ImportDeps, runBatch, type WorkDeps } from "./run-batch.ts";
import { surveyImport } from "./survey-import.ts";
import { targetOf } from "./targets.ts";
import { undoBatch } from "./undo-import.ts";

/** A job that works longer ends after its batch, and queues the next one: other jobs get their turn. */
const usualTurnMs = 20_000;
/** The turn of another node is over by then, unless it stores large files. */
const mostLooks = 30;
const mostFailures = 5;
/** A job that is aborted earlier was not slow: the server stops. */
const slowMs = 600_000;

interface Work {
  importId: string;
}

/** Works on an import for a while: reads its file, or does a part of its dry run, run or undo. */
export function importJob(deps: ImportDeps): Job<Tables, Work> {
  const reader = createBatchReader(deps);
  const job: Job<Tables, Work> = {
    name: "imports.work",
    async run({ tx, data: { importId }, signal }) {
      for (let looks = 1; !(await takeTurn(tx, importId)); looks += 1) {
        // The next sweep looks again.
        if (looks === mostLooks) return;
        await sleep(1_000, undefined, { signal });
      }
      const row = await findImport(deps.db, importId);
      if (!row) return;
      const startedAt = performance.now();
      try {
        if (row.state === "reading") {
          reader.close();
          if (await countAttempt(deps.db, row)) await surveyImport(deps, row, signal);
        } else if (await workFor(deps, reader, row, signal)) await deps.enqueue(tx, job, { importId });
      } catch (error) {
        const isStopped = signal.aborted && performance.now() - startedAt < slowMs;
        await countFailure(deps.db, row, isStopped);
        // A file that takes longer than a job may take to reach its next batch is read on in the next one.
        if (!signal.aborted || isStopped) reader.close();
        throw error;
      }
    },
  };
  return job;
}

/**
 * Takes the turn to work on an import until the end of the transaction, which is the end of the job: a killed node loses
 * it with its connection. Returns whether no other node has it.
 */
export async function takeTurn(tx: Database, importId: string): Promise<boolean> {
  const { rows } = await sql<{ is_free: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${importId}, 44)) AS is_free`.execute(tx);
  return rows[0]?.is_free ?? false;
}

/**
 * Works on an import until it waits for a person, without a job: for the operator of the server. A running server may
 * do a part of it.
 */
export async function workToEnd(deps: WorkDeps, importId: string, signal: AbortSignal): Promise<ImportRow> {
  const reader = createBatchReader(deps);
  for (;;) {
    signal.throwIfAborted();
    const row = await findImport(deps.db, importId);
    if (!row || !["reading", "trying", "running", "undoing"].includes(row.state)) {
      if (row) return row;
      throw new AppError("import_not_found");
    }
    try {
      // Not `transact`: what it only holds the turn for are transactions of their own, and slow work between these.
      const isOurs = await deps.db.transaction().execute(async (tx) => {
        // Reading a large file takes minutes, in which this connection only holds the turn.
        await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx);
        if (!(await takeTurn(tx, importId))) return false;
        if (row.state !== "reading") await workFor(deps, reader, row, signal);
        else if (await countAttempt(deps.db, row)) await surveyImport(deps, row, signal);
        return true;
      });
      if (!isOurs) await sleep(1_000, undefined, { signal });
    } catch (error) {
      reader.close();
      await countFailure(deps.db, row, signal.aborted);
      throw error;
    }
  }
}

/**
 * Counts an attempt to read a file before it begins: of one that takes the whole server down, nothing else is left.
 * @returns whether there may be another one.
 */
async function countAttempt(db: Database, { id, failures }: ImportRow): Promise<boolean> {
  await addFailures(
    db,
    id,
    failures < mostFailures ? { number: 1, isEnd: false } : { number: 0, isEnd: true },
  );
  return failures < mostFailures;
}

/** Counts a failure, and takes back the attempt of a reading that was stopped, which is none. */
async function countFailure(db: Database, { id, state }: ImportRow, isStopped: boolean): Promise<void> {
  const isCounted = state === "reading";
  if (isStopped && !isCounted) return;
  await addFailures(db, id, { number: isStopped ? -1 : isCounted ? 0 : 1, isEnd: !isStopped });
}

/** Stops an import that fails again and again, so that a person sees it and decides. */
async function addFailures(
  db: Database,
  importId: string,
  { number, isEnd }: { number: number; isEnd: boolean },
): Promise<void> {
  await transact(db, async (tx) => {
    const row = await tx
      .updateTable("imports")
      .set({ failures: sql<number>`greatest(0, failures + ${number})` })
      .where("id", "=", importId)
      .returningAll()
      .executeTakeFirst();
    if (!row || !isEnd || row.failures < mostFailures) return;
    if (row.state === "reading")
      await tx
        .updateTable("imports")
        .set({
          state: "failed",
          failure: "The file could not be read in several attempts. See the log of the server.",
        })
        .where("id", "=", importId)
        .execute();
    else await pauseImport(tx, row, "It failed several times at the same place. See the log of the server.");
  });
}

const findImport = (db: Database, id: string): Promise<ImportRow | undefined> =>
  db.selectFrom("imports").selectAll().where("id", "=", id).executeTakeFirst();

/**
 * Works for a turn: at least one batch, however long that takes.
 * @returns whether there is more to do.
 */
async function workFor(
  deps: WorkDeps,
  reader: BatchReader,
  row: ImportRow,
  signal: AbortSignal,
): Promise<boolean> {
  const until = performance.now() + (deps.turnMs ?? usualTurnMs);
  const isOver = () => performance.now() >= until;
  try {
    if (row.state === "undoing") return await undoInTurn(deps, row, { signal, isOver });
    const isMore = await writeInTurn(deps, reader, row, { signal, isOver });
    if (!isMore) reader.close();
    return isMore;
  } finally {
    if (row.state !== "trying" && deps.realtime) targetOf(row).broadcast(deps.realtime);
  }
}

interface Turn {
  signal: AbortSignal;
  isOver: () => boolean;
}

async function undoInTurn({ db }: WorkDeps, first: ImportRow, { signal, isOver }: Turn): Promise<boolean> {
  for (let row: ImportRow | undefined = first; row?.state === "undoing"; ) {
    signal.throwIfAborted();
    await undoBatch(db, row);
    row = await findImport(db, first.id);
    if (isOver()) return row?.state === "undoing";
  }
  return false;
}

const isWriting = (row: ImportRow | undefined): row is ImportRow =>
  row?.state === "trying" || row?.state === "running";

async function writeInTurn(
  deps: WorkDeps,
  reader: BatchReader,
  { id }: ImportRow,
  { signal, isOver }: Turn,
): Promise<boolean> {
  const placeNames = await namesOfPlaces(deps.db, id);
  for (;;) {
    signal.throwIfAborted();
    const row = await findImport(deps.db, id);
    if (!isWriting(row)) return false;
    if (row.file_discarded_at) {
      await pauseWith(deps.db, row, "The uploaded file was deleted, because it was not used for 30 days.");
      return false;
    }
    let next: Awaited<ReturnType<BatchReader["nextBatch"]>>;
    try {
      next = await reader.nextBatch(row, signal);
    } catch (error) {
      if (!(error instanceof UnreadableArchive)) throw error;
      await pauseWith(deps.db, row, error.message);
      return false;
    }
    if (!next) {
      if (row.next_unit < row.unit_count) return false;
      await finishWork(deps.db, row);
      return false;
    }
    const now = await findImport(deps.db, id);
    // Reading takes a while, in which a person may have paused it.
    if (now?.step === row.step && now.state === row.state)
      await runBatch(deps, next.archive, row, next.batch, placeNames);
    if (isOver()) return true;
  }
}

const pauseWith = (db: Database, row: ImportRow, reason: string): Promise<void> =>
  transact(db, async (tx) => {
    const locked = await lockAtStep(tx, row);
    if (locked) await pauseImport(tx, locked, reason);
  });

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
