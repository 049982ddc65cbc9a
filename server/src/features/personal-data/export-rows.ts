import type { ExportedKind, FullExport } from "@atoll/contract/personal-data/schemas";
import { sql } from "kysely";
import { createOnce, hashSent, insertNew } from "../../platform/create-once.ts";
import { rejectViolation } from "../../platform/database/reject-violation.ts";
import { personExportKind } from "../../platform/kinds/personal-data.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { type AttachmentRow, filesOf, presentAttachment } from "../files/public.ts";
import { exportJob, fullExportJob, thingExportJob } from "./run-export.ts";

interface NewExport {
  id: string;
  /** Null for an export of everything, or of one thing. */
  personId: string | null;
  thing?: { kind: ExportedKind; id: string; name: string };
  requesterId: string;
  hasPrivate: boolean;
}

/**
 * Queues an export, once for its ID.
 * @returns whether it is new.
 * @throws {AppError} `person_export_running`, `full_export_running`, `person_export_id_taken`.
 */
export async function queueExport(
  context: SliceContext,
  tx: Database,
  { id, personId, thing, requesterId, hasPrivate }: NewExport,
): Promise<boolean> {
  const hash = thing ? hashSent(thing.kind, thing.id) : hashSent(personId ?? "everything");
  const sent = { byId: requesterId, hash };
  const row = {
    ...{ id, person_id: personId, requested_by: requesterId, sent_hash: sent.hash, has_private: hasPrivate },
    tables_total: personId === null ? 0 : context.personalTables.length,
    ...(thing && { thing_kind: thing.kind, thing_id: thing.id, thing_name: thing.name }),
  };
  const { isNew } = await createOnce(sent, {
    insert: () =>
      rejectViolation(insertNew(tx.insertInto("person_exports").values(row)), {
        person_exports_running: "person_export_running",
        person_exports_everything: "full_export_running",
      }),
    find: () =>
      tx
        .selectFrom("person_exports")
        .select(["requested_by", "sent_hash"])
        .where("id", "=", id)
        .executeTakeFirst(),
    sentOf: (there) => ({ byId: there.requested_by, hash: there.sent_hash }),
    taken: "person_export_id_taken",
  });
  const ofCompany = thing ? thingExportJob : fullExportJob;
  const job = (personId === null ? ofCompany : exportJob)(context);
  if (isNew) await context.enqueue(tx, job, { exportId: id });
  return isNew;
}

/** They are deleted after a few weeks, and started one after the other. */
const mostListed = 100;

/** Finds exports that somebody asked for, the newest first. */
export function findExports(
  db: Database,
  requesterId: string,
  { id, of }: { id?: string | undefined; of: "person" | "thing" | "everything" },
) {
  return db
    .selectFrom("person_exports as e")
    .selectAll("e")
    .select(filesOf(personExportKind, sql`e.id`).as("files"))
    .where("e.requested_by", "=", requesterId)
    .where("e.person_id", of === "person" ? "is not" : "is", null)
    .where("e.thing_kind", of === "thing" ? "is not" : "is", null)
    .$if(id !== undefined, (query) => query.where("e.id", "=", id ?? ""))
    .orderBy("e.requested_at", "desc")
    .limit(mostListed)
    .execute();
}

/** Presents the progress of an export, and its file. */
export function presentExport(
  row: Awaited<ReturnType<typeof findExports>>[number],
): Omit<FullExport, "fileCount" | "problemCount"> {
  const [file]: AttachmentRow[] = row.files ?? [];
  return {
    ...{ id: row.id, state: row.state, failure: row.failure },
    ...{ tablesDone: row.tables_done, tablesTotal: row.tables_total, rowCount: row.row_count },
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    file: file ? presentAttachment(file) : null,
  };
}
