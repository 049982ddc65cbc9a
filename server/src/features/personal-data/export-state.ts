import { sql } from "kysely";
import type { StagedFile } from "../../platform/files/file-storage.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";
import { findAbsent } from "../identity/public.ts";
import { canExportEverything, findSubject, mayExportThing } from "./policy.ts";

/** An archive that is about to be written. */
export interface Archive {
  /** As people know its file. */
  name: string;
  /** The room that it takes at most. */
  bytes: number;
  write(signal: AbortSignal): Promise<StagedFile>;
}

/** How often the progress of a large export is written down, and the right to it is read again. */
export const noteEveryMs = 500;

/** The export was cancelled, or its requester may not have it any more. */
export class EndedExport extends Error {}

/** Takes up an export from its beginning. Undefined if there is nothing to do. */
export function beginExport(db: Database, exportId: string) {
  return db
    .updateTable("person_exports")
    .set({ state: "running", tries: sql<number>`tries + 1`, row_count: 0, tables_done: 0, file_count: 0 })
    .set({ problem_count: 0 })
    .set({ worked_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", exportId)
    .where("state", "in", ["waiting", "running"])
    .returningAll()
    .executeTakeFirst();
}

export type ExportRow = NonNullable<Awaited<ReturnType<typeof beginExport>>>;

/** @throws {EndedExport} after it was cancelled, or for a requester who may not have it any more. */
export async function assertStillAllowed(
  context: SliceContext,
  row: Pick<ExportRow, "id" | "person_id" | "requested_by" | "has_private" | "thing_kind">,
): Promise<void> {
  const { db } = context;
  const requester = await findAbsent(db, row.requested_by);
  if (requester && row.thing_kind !== null) {
    const right = mayExportThing(context.exportKinds, requester, "e");
    const { rows } = await sql`SELECT FROM person_exports e WHERE e.id = ${row.id} AND ${right}`.execute(db);
    if (rows.length > 0) return;
  } else if (requester && row.person_id === null && canExportEverything(context, requester)) return;
  const subject = requester && row.person_id && (await findSubject(db, requester, row.person_id));
  if (subject && (subject.hasPrivate || !row.has_private)) return;
  await db
    .updateTable("person_exports")
    .set({ state: "cancelled" })
    .where("id", "=", row.id)
    .where("state", "=", "running")
    .execute();
  throw new EndedExport();
}

interface NotedProgress {
  tables: number;
  rows: number;
  of: number;
  fileCount?: number;
  problemCount?: number;
}

/** @throws {EndedExport} once it was cancelled. */
export async function noteProgress(
  db: Database,
  exportId: string,
  { tables, rows, of, fileCount = 0, problemCount = 0 }: NotedProgress,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("person_exports")
    .set({ tables_done: tables, tables_total: of, row_count: rows, file_count: fileCount })
    .set({ problem_count: problemCount })
    .set({ worked_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", exportId)
    .where("state", "=", "running")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new EndedExport();
}

/** How long exports without a file are listed. */
const listedDays = 30;

/**
 * Deletes exports whose time is over or whose requester has left, with their files, and ends those that nobody works on.
 * Exports of everything go when the operator does not allow them any more.
 */
export function sweepExportsJob({
  isFullExportAllowed = false,
}: Pick<SliceContext, "isFullExportAllowed">): Job<Tables> {
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
          OR NOT EXISTS (SELECT FROM accounts a WHERE a.id = e.requested_by)
          OR (e.person_id IS NULL AND e.thing_kind IS NULL AND NOT ${isFullExportAllowed}::boolean)`.execute(
        tx,
      );
    },
  };
}
