import type { Readable } from "node:stream";
import { sql } from "kysely";
import { type Act, recordAct } from "../../../platform/audit.ts";
import type { FileStorage } from "../../../platform/files/file-storage.ts";
import { assertMark } from "../../../platform/files/storage-mark.ts";
import { personExportBucket } from "../../../platform/kinds/personal-data.ts";
import type { Query } from "../../../platform/portable/table-rules.ts";
import { readableValues } from "../../../platform/portable/table-text.ts";
import {
  type ArchiveProgress,
  type ArchiveSource,
  type WrittenArchive,
  writeArchive,
} from "../../../platform/portable/write-archive.ts";
import { readVersion } from "../../../platform/version.ts";
import type { Database } from "../../../tables.ts";
import { listStoredPlaces } from "../../files/public.ts";
import { archiveRules } from "./table-rules.ts";

interface Everything extends Pick<ArchiveSource, "receive"> {
  db: Database;
  files: Pick<FileStorage, "read" | "site">;
  signal: AbortSignal;
  /** Seals the secrets. Without it, they are left out. */
  passphrase: string | undefined;
}

/**
 * Exports everything in one snapshot. Takes two connections: no file is deleted until the end.
 * @throws {StartError} if the storage of files belongs to another database.
 */
export function exportEverything<Taken>(
  { db, files, receive, signal, passphrase }: Everything,
  take: (output: Readable) => Promise<Taken>,
  onProgress: (done: ArchiveProgress) => Promise<void>,
): Promise<WrittenArchive<Taken>> {
  return db.transaction().execute(async (guard) => {
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(guard);
    // The sweep of files takes this lock exclusively, and does nothing if it cannot.
    await sql`SELECT pg_advisory_xact_lock_shared(hashtext('atoll files'))`.execute(guard);
    await assertOwnFiles(guard, files);
    return db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (snapshot) => {
        const query: Query = async <Row extends object>(statement: string) =>
          (await sql.raw<Row>(statement).execute(snapshot)).rows;
        for (const statement of readableValues.split(";")) await query(statement);
        return writeArchive(
          {
            ...{ query, rules: archiveRules, places: () => placesOf(snapshot), files, passphrase },
            ...{ atollVersion: readVersion(), madeAt: new Date(), receive, signal, onProgress },
          },
          take,
        );
      });
  });
}

/** Adds an export of everything to the audit log. */
export async function recordFullExport(tx: Database, by: Pick<Act, "actor" | "address">): Promise<void> {
  const company = await tx.selectFrom("company").select(["id", "name"]).executeTakeFirst();
  await recordAct(tx, {
    ...{ action: "company.exported", ...by },
    ...(company && { subject: { type: "company", id: company.id, name: company.name ?? "the company" } }),
  });
}

async function assertOwnFiles(db: Database, { site }: Pick<FileStorage, "site">): Promise<void> {
  const row = await db.selectFrom("files_folder").select(["mark", "marked_at"]).executeTakeFirst();
  if (row?.marked_at) await assertMark(site, row.mark);
}

async function* placesOf(snapshot: Database): ReturnType<typeof listStoredPlaces> {
  for await (const stored of listStoredPlaces(snapshot))
    if (stored.place.bucket !== personExportBucket) yield stored;
}
