import type { Readable } from "node:stream";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import { personExportKind } from "../../platform/kinds/personal-data.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";
import { attachFiles, deleteFile, listOwnFiles, storeMadeFile } from "../files/public.ts";
import { notify } from "../notifications/public.ts";
import { exportEverything } from "./company/export-everything.ts";
import {
  type Archive,
  assertStillAllowed,
  beginExport,
  EndedExport,
  type ExportRow,
  noteEveryMs,
  noteProgress,
} from "./export-state.ts";
import { exportPlace } from "./policy.ts";
import { archiveThing, notifyOfEnd } from "./things/archive-thing.ts";
import { writeArchive } from "./write-archive.ts";

interface Work {
  exportId: string;
}

/** The file of an export is kept so long. */
const personExportDays = 7;
/** Uploaded files and a few gigabytes of texts. */
const maxArchiveBytes = 50 * 1024 ** 3;
/** The room that is reserved for the texts of a person, apart from their files. */
const textBytes = 256 * 1024 ** 2;
/** Servers that were killed, and errors that may pass. */
const mostTries = 6;
const longestMs = 15 * 60_000;
/** A company of a thousand people with a terabyte of files. */
const longestFullMs = 12 * 3_600_000;
/** A million messages with their files. */
const longestThingMs = 3_600_000;
/** An export that takes too long ends itself before its job is ended. */
const graceSeconds = 60;
/** So many missing or changed files are in the log. The manifest has more. */
const mostLoggedProblems = 100;

export function exportJob(context: SliceContext): Job<Tables, Work> {
  return exportingJob(context, "personal-data.export", longestMs);
}

/** An export of everything has its own turn, so that no export of a person waits for it. */
export function fullExportJob(context: SliceContext): Job<Tables, Work> {
  return exportingJob(context, "personal-data.export-everything", longestFullMs);
}

/** An export of one thing waits for no export of everything either. */
export function thingExportJob(context: SliceContext): Job<Tables, Work> {
  return exportingJob(context, "personal-data.export-thing", longestThingMs);
}

/** Writes one export from its beginning. A killed one starts again; what it had written is swept up. */
function exportingJob(context: SliceContext, name: string, usualMs: number): Job<Tables, Work> {
  const { db } = context;
  const mostMs = context.patience?.exportMs ?? usualMs;
  const job: Job<Tables, Work> = {
    name,
    longestSeconds: Math.ceil(mostMs / 1000) + graceSeconds,
    async run({ tx, data: { exportId }, signal }) {
      // This connection only holds the turn, while the archive is written.
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx);
      const { rows } = await sql<{ is_free: boolean }>`
        SELECT pg_try_advisory_xact_lock(hashtextextended(${exportId}, 45)) AS is_free`.execute(tx);
      // A node that just lost it is still ending: the job is tried again.
      if (!rows[0]?.is_free) throw new Error("another node works on this export");
      const row = await beginExport(db, exportId);
      if (!row) return;
      const timeout = AbortSignal.timeout(mostMs);
      let uncounted: Promise<void> | undefined;
      // At once: the process ends in two seconds, and what is open may take longer to end.
      const onStop = () => {
        uncounted = uncountTry(context, exportId);
        uncounted.catch(() => undefined);
      };
      signal.addEventListener("abort", onStop, { once: true });
      if (signal.aborted) onStop();
      try {
        await write(context, row, AbortSignal.any([signal, timeout]));
      } catch (error) {
        if (error instanceof EndedExport) return await notifyOfEnd(db, exportId);
        if (signal.aborted) {
          await uncounted;
          // A new job: the queue counts the attempts of this one, too.
          return context.enqueue(tx, job, { exportId });
        }
        const failure = timeout.aborted ? "too_long" : failureOf(error);
        if (!failure && row.tries < mostTries) throw error;
        context.log.error({ err: error, exportId }, "an export failed");
        await db
          .updateTable("person_exports")
          .set({ state: "failed", failure: failure ?? "broken" })
          .where("id", "=", exportId)
          .where("state", "=", "running")
          .execute();
        await notifyOfEnd(db, exportId);
      } finally {
        signal.removeEventListener("abort", onStop);
      }
    },
  };
  return job;
}

/** Takes back an attempt that a stop of this server ended: only what goes wrong counts. */
async function uncountTry({ db, log }: SliceContext, exportId: string): Promise<void> {
  log.info({ exportId }, "this server stops, and leaves an export to another one");
  await db
    .updateTable("person_exports")
    .set({ tries: sql<number>`tries - 1` })
    .where("id", "=", exportId)
    .where("state", "=", "running")
    .execute();
}

function failureOf(error: unknown): "too_large" | "storage_full" | undefined {
  if (!(error instanceof AppError)) return undefined;
  if (error.code === "file_too_large") return "too_large";
  return error.code === "storage_full" ? "storage_full" : undefined;
}

async function write(context: SliceContext, row: ExportRow, signal: AbortSignal): Promise<void> {
  const { person_id: personId, requested_by: requesterId } = row;
  await assertStillAllowed(context, row);
  const archive =
    row.thing_kind !== null
      ? await archiveThing(context, row)
      : personId === null
        ? await archiveEverything(context, row)
        : await archivePerson(context, { ...row, person_id: personId });
  const giveBack = await context.room.takeRoom(archive.bytes);
  try {
    const staged = await archive.write(signal);
    try {
      const file = { ownerId: requesterId, kind: exportPlace, name: archive.name };
      const fileId = await storeMadeFile(context, file, staged);
      if (!(await finish(context, row, fileId))) {
        await deleteFile(context, requesterId, fileId);
        throw new EndedExport();
      }
    } finally {
      await staged.discard();
    }
  } finally {
    giveBack();
  }
}

async function archivePerson(
  { db, files, personalTables }: SliceContext,
  row: ExportRow & { person_id: string },
): Promise<Archive> {
  const { id, person_id: personId, requested_by: requesterId, has_private: hasPrivate } = row;
  const { name, bytes } = await sizeUp(db, row);
  if (bytes > maxArchiveBytes) throw new AppError("file_too_large");
  const madeAt = new Date();
  const write = (signal: AbortSignal) =>
    db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (snapshot) => {
        await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(snapshot);
        await sql`SET LOCAL statement_timeout = '10min'`.execute(snapshot);
        await sql`SET LOCAL timezone = 'UTC'`.execute(snapshot);
        return writeArchive(
          {
            ...{ person: { id: personId, name }, isOwn: personId === requesterId, hasPrivate, madeAt },
            ...{ tables: personalTables, ownFiles: listOwnFiles(db, personId, personId === requesterId) },
          },
          {
            ...{ snapshot, files, signal, maxBytes: maxArchiveBytes },
            onProgress: (done) => noteProgress(db, id, { ...done, of: personalTables.length }),
          },
        );
      });
  return { name: `Personal data of ${name}.zip`, bytes: bytes + textBytes, write };
}

async function archiveEverything(context: SliceContext, row: ExportRow): Promise<Archive> {
  const { db, files, room } = context;
  const { rows } = await sql<{ bytes: number }>`
    SELECT pg_database_size(current_database()) / 2 + (
      -- Each file is received before it goes into the archive.
      SELECT coalesce(sum(size_bytes) + max(size_bytes), 0)::bigint FROM files
      WHERE subject_kind <> ${personExportKind} AND discarded_at IS NULL) AS bytes`.execute(db);
  const stage = (content: Readable) => files.stage(content, { maxBytes: Number.POSITIVE_INFINITY });
  return {
    name: "Export of everything.zip",
    bytes: rows[0]?.bytes ?? 0,
    async write(signal) {
      let notedAt = Number.NEGATIVE_INFINITY;
      const { taken, manifest, problems } = await exportEverything(
        { db, files, receive: stage, signal, passphrase: undefined },
        stage,
        async ({ tables, tablesTotal, rows: done, files: fileCount }) => {
          if (performance.now() - notedAt < noteEveryMs) return;
          notedAt = performance.now();
          await noteProgress(db, row.id, { tables, rows: done, of: tablesTotal, fileCount });
          await assertStillAllowed(context, row);
          // Others write to the same disk in the hours that this may take.
          if ((await room.state()).files.isFull) throw new AppError("storage_full");
        },
      );
      const rowCount = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      const tables = manifest.tables.length;
      const done = { tables, rows: rowCount, of: tables, fileCount: manifest.files.count };
      const problemCount = problems.length;
      if (problemCount > 0) {
        const named = problems.slice(0, mostLoggedProblems);
        context.log.warn(
          { exportId: row.id, problemCount, problems: named },
          "an export has missing or changed files",
        );
      }
      await noteProgress(db, row.id, { ...done, problemCount }).catch(async (error: unknown) => {
        await taken.discard();
        throw error;
      });
      return taken;
    },
  };
}

async function sizeUp(
  db: Database,
  row: { person_id: string; requested_by: string; has_private: boolean },
): Promise<{ name: string; bytes: number }> {
  const { person_id: personId, requested_by: requesterId } = row;
  const { name } = await db
    .selectFrom("profiles")
    .select("name")
    .where("id", "=", personId)
    .executeTakeFirstOrThrow();
  let bytes = 0;
  if (row.has_private)
    for await (const file of listOwnFiles(db, personId, personId === requesterId)) bytes += file.sizeBytes;
  return { name, bytes };
}

/** Hands the file over to the requester. @returns false if the export has since been cancelled. */
async function finish(context: SliceContext, row: ExportRow, fileId: string): Promise<boolean> {
  await assertStillAllowed(context, row).catch((error: unknown) => {
    if (!(error instanceof EndedExport)) throw error;
  });
  return context.db.transaction().execute(async (tx) => {
    const finished = await tx
      .updateTable("person_exports")
      .set({ state: "ready" })
      .set({ expires_at: sql<Date>`now() + make_interval(days => ${sql.lit(personExportDays)})` })
      .where("id", "=", row.id)
      .where("state", "=", "running")
      .returning("problem_count")
      .executeTakeFirst();
    if (!finished) return false;
    await attachFiles(tx, row.requested_by, { kind: personExportKind, id: row.id }, [fileId]);
    if (row.thing_kind !== null) return notifyOfEnd(tx, row.id).then(() => true);
    const kind = row.person_id === null ? "full-export.ready" : "person-export.ready";
    const count = finished.problem_count;
    const facts: Record<string, string> = count > 0 ? { problems: String(count) } : {};
    await notify(tx, { kind, subjectId: row.id, people: [row.requested_by], facts });
    return true;
  });
}
