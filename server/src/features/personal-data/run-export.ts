import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import { personExportKind } from "../../platform/kinds/personal-data.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";
import { attachFiles, deleteFile, listOwnFiles, storeMadeFile } from "../files/public.ts";
import { findAbsent } from "../identity/public.ts";
import { notify } from "../notifications/public.ts";
import { findSubject, personExportFiles } from "./policy.ts";
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
const mostTries = 6;

/** The export was cancelled, or its requester may not have it any more. */
class EndedExport extends Error {}

/** Writes one export from its beginning. A killed one starts again; what it had written is swept up. */
export function exportJob(context: SliceContext): Job<Tables, Work> {
  const { db } = context;
  return {
    name: "personal-data.export",
    async run({ tx, data: { exportId }, signal }) {
      // This connection only holds the turn, while the archive is written.
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx);
      const { rows } = await sql<{ is_free: boolean }>`
        SELECT pg_try_advisory_xact_lock(hashtextextended(${exportId}, 45)) AS is_free`.execute(tx);
      // A node that just lost it is still ending: the job is tried again.
      if (!rows[0]?.is_free) throw new Error("another node works on this export");
      const row = await begin(db, exportId);
      if (!row) return;
      try {
        await write(context, row, signal);
      } catch (error) {
        if (error instanceof EndedExport) return;
        const failure = failureOf(error);
        if (!failure && row.tries < mostTries) throw error;
        context.log.error({ err: error, exportId }, "an export of personal data failed");
        await db
          .updateTable("person_exports")
          .set({ state: "failed", failure: failure ?? "broken" })
          .where("id", "=", exportId)
          .where("state", "=", "running")
          .execute();
      }
    },
  };
}

function failureOf(error: unknown): "too_large" | "storage_full" | undefined {
  if (!(error instanceof AppError)) return undefined;
  if (error.code === "file_too_large") return "too_large";
  return error.code === "storage_full" ? "storage_full" : undefined;
}

function begin(db: Database, exportId: string) {
  return db
    .updateTable("person_exports")
    .set({ state: "running", tries: sql<number>`tries + 1`, row_count: 0, tables_done: 0 })
    .set({ worked_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", exportId)
    .where("state", "in", ["waiting", "running"])
    .returningAll()
    .executeTakeFirst();
}

async function write(
  context: SliceContext,
  row: NonNullable<Awaited<ReturnType<typeof begin>>>,
  signal: AbortSignal,
): Promise<void> {
  const { db, files, personalTables } = context;
  const { id, person_id: personId, requested_by: requesterId, has_private: hasPrivate } = row;
  await assertStillAllowed(db, row);
  const { name, bytes } = await sizeUp(db, row);
  if (bytes > maxArchiveBytes) throw new AppError("file_too_large");
  const giveBack = await context.room.takeRoom(bytes + textBytes);
  try {
    const madeAt = new Date();
    const staged = await db
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
    try {
      const file = { ownerId: requesterId, kind: personExportFiles, name: `Personal data of ${name}.zip` };
      const fileId = await storeMadeFile(context, file, staged);
      if (!(await finish(context, row, fileId))) await deleteFile(context, requesterId, fileId);
    } finally {
      await staged.discard();
    }
  } finally {
    giveBack();
  }
}

/** @throws {EndedExport} after it was cancelled, or for a requester who may not have it any more. */
async function assertStillAllowed(
  db: Database,
  row: { id: string; person_id: string; requested_by: string; has_private: boolean },
): Promise<void> {
  const requester = await findAbsent(db, row.requested_by);
  const subject = requester && (await findSubject(db, requester, row.person_id));
  if (subject && (subject.hasPrivate || !row.has_private)) return;
  await db
    .updateTable("person_exports")
    .set({ state: "cancelled" })
    .where("id", "=", row.id)
    .where("state", "=", "running")
    .execute();
  throw new EndedExport();
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

/** @throws {EndedExport} once it was cancelled. */
async function noteProgress(
  db: Database,
  exportId: string,
  { tables, rows, of }: { tables: number; rows: number; of: number },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("person_exports")
    .set({ tables_done: tables, tables_total: of, row_count: rows, worked_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", exportId)
    .where("state", "=", "running")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new EndedExport();
}

/** Hands the file over to the requester. @returns false if the export has since been cancelled. */
async function finish(
  { db }: SliceContext,
  row: { id: string; person_id: string; requested_by: string; has_private: boolean },
  fileId: string,
): Promise<boolean> {
  await assertStillAllowed(db, row).catch((error: unknown) => {
    if (!(error instanceof EndedExport)) throw error;
  });
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("person_exports")
      .set({ state: "ready" })
      .set({ expires_at: sql<Date>`now() + make_interval(days => ${sql.lit(personExportDays)})` })
      .where("id", "=", row.id)
      .where("state", "=", "running")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await attachFiles(tx, row.requested_by, { kind: personExportKind, id: row.id }, [fileId]);
    await notify(tx, { kind: "person-export.ready", subjectId: row.id, people: [row.requested_by] });
    return true;
  });
}

/** How long exports without a file are listed. */
const listedDays = 30;

/** Deletes exports whose time is over or whose requester has left, with their files, and ends those that nobody works on. */
export function sweepExportsJob(): Job<Tables> {
  return {
    name: "personal-data.sweep",
    cron: "17 * * * *",
    async run({ tx }) {
      await tx
        .updateTable("person_exports")
        .set({ state: "failed", failure: "broken" })
        .where("state", "in", ["waiting", "running"])
        .where("worked_at", "<", sql<Date>`now() - interval '1 day'`)
        .execute();
      await sql`DELETE FROM person_exports e
        WHERE coalesce(e.expires_at, e.requested_at + make_interval(days => ${sql.lit(listedDays)})) < now()
          OR NOT EXISTS (SELECT FROM accounts a WHERE a.id = e.requested_by)`.execute(tx);
    },
  };
}
