import { Readable } from "node:stream";
import { escapeHtml } from "@atoll/contract/text/escape-html";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { type AddEntry, writeZip } from "../../../platform/files/write-zip.ts";
import { createThingArchive } from "../../../platform/portable/thing-archive.ts";
import type { Colleague, SliceContext, SliceExportKind } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { findAbsent } from "../../identity/public.ts";
import { notify } from "../../notifications/public.ts";
import {
  type Archive,
  assertStillAllowed,
  EndedExport,
  type ExportRow,
  noteEveryMs,
  noteProgress,
} from "../export-state.ts";

/** The limits of an archive of one thing. The dialog says the same. */
const mostRows = 1_000_000;
const mostFiles = 100_000;
const mostBytes = 50 * 1024 ** 3;
/** The room that is reserved for an entry, in lines of JSON and in pages. */
const bytesPerRow = 2_000;

/** Prepares the archive of one thing. @throws {AppError} `file_too_large`; {EndedExport} for a requester who has left. */
export async function archiveThing(context: SliceContext, row: ExportRow): Promise<Archive> {
  const { db, exportKinds } = context;
  const requester = await findAbsent(db, row.requested_by);
  const kind = exportKinds.find(({ kind }) => kind === row.thing_kind);
  const thing = { id: row.thing_id ?? "", name: row.thing_name ?? "" };
  if (!requester || !kind) throw new EndedExport();
  // Counting a million rows takes longer than a request may.
  const size = await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL statement_timeout = '10min'`.execute(tx);
    return kind.size(tx, requester, thing.id);
  });
  if (size.rows > mostRows || size.files > mostFiles || size.bytes > mostBytes)
    throw new AppError("file_too_large");
  await db
    .updateTable("person_exports")
    .set({ rows_total: size.rows, files_total: size.files })
    .where("id", "=", row.id)
    .execute();
  return {
    name: `Export of ${thing.name}.zip`,
    // Each file is received before it goes into the archive.
    bytes: size.bytes + size.largest + size.rows * bytesPerRow,
    write: (signal) => write(context, { row, kind, requester, thing, signal }),
  };
}

interface Writing {
  row: ExportRow;
  kind: SliceExportKind;
  requester: Colleague;
  thing: { id: string; name: string };
  signal: AbortSignal;
}

function write(context: SliceContext, { row, kind, requester, thing, signal }: Writing) {
  const { db, files } = context;
  const madeAt = new Date();
  const stage = (content: Readable) => files.stage(content, { maxBytes: mostBytes });
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (snapshot) => {
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(snapshot);
      await sql`SET LOCAL statement_timeout = '10min'`.execute(snapshot);
      await sql`SET LOCAL timezone = 'UTC'`.execute(snapshot);
      const fill = async (add: AddEntry) => {
        const onProgress = createProgress(context, row);
        const archive = createThingArchive({ snapshot, add, files, receive: stage, signal, onProgress });
        const { about, html } = await kind.write(context, archive, requester, thing);
        const when = madeAt.toISOString().slice(0, 16).replace("T", " at ");
        await archive.addPage("index.html", thing.name, [
          `<p>Exported on ${when} (UTC) by ${escapeHtml(requester.name)}.</p>\n`,
          ...html,
        ]);
        const { rows, files: fileCount, parts, problems, problemCount } = archive.done;
        const manifest = {
          format: `atoll-${kind.kind}-1`,
          madeAt: madeAt.toISOString(),
          ...{ kind: kind.kind, ...thing, exportedBy: { id: requester.id, name: requester.name } },
          ...{ about, entries: rows, parts, files: { count: fileCount, problemCount, problems } },
        };
        const done = { tables: 0, rows, of: 0, fileCount, problemCount };
        await noteProgress(db, row.id, done);
        await add("manifest.json", Readable.from([`${JSON.stringify(manifest, undefined, 2)}\n`]));
      };
      return writeZip({ madeAt, signal }, fill, stage);
    });
}

/** Notes how far an export is, and ends it when its requester may not have it any more, or the storage is full. */
function createProgress(context: SliceContext, row: ExportRow) {
  let notedAt = Number.NEGATIVE_INFINITY;
  return async (done: { rows: number; files: number; problems: number }): Promise<void> => {
    if (performance.now() - notedAt < noteEveryMs) return;
    notedAt = performance.now();
    const { rows, files, problems } = done;
    await noteProgress(context.db, row.id, {
      tables: 0,
      of: 0,
      rows,
      fileCount: files,
      problemCount: problems,
    });
    await assertStillAllowed(context, row);
    if ((await context.room.state()).files.isFull) throw new AppError("storage_full");
  };
}

/** Notifies the requester of an export of one thing that is ready, or that has failed. */
export async function notifyOfEnd(db: Database, exportId: string): Promise<void> {
  const row = await db
    .selectFrom("person_exports")
    .select(["requested_by", "state", "thing_kind", "problem_count"])
    .where("id", "=", exportId)
    .where("thing_kind", "is not", null)
    .where("state", "in", ["ready", "failed", "cancelled"])
    .executeTakeFirst();
  if (!row) return;
  const facts: Record<string, string> = {
    ...{ kind: row.thing_kind ?? "", state: row.state },
    ...(row.problem_count > 0 && { problems: String(row.problem_count) }),
  };
  const send = (tx: Database) =>
    notify(tx, { kind: "thing-export.ended", subjectId: exportId, people: [row.requested_by], facts });
  await (db.isTransaction ? send(db) : db.transaction().execute(send));
}
