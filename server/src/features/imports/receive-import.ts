import { randomBytes } from "node:crypto";
import { importPartBytes } from "@atoll/contract/imports/limits";
import type { ImportSource } from "@atoll/contract/imports/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { recordAct } from "../../platform/audit.ts";
import { createOnce, hashSent, insertNew } from "../../platform/create-once.ts";
import type { Changer, RequestViewer, SliceContext } from "../../slice.ts";
import { deleteForgottenJob, forgetFiles } from "../files/public.ts";
import { changeAs } from "../identity/public.ts";
import { importBucket } from "./archive/open-archive.ts";
import { importJob } from "./engine/work-import.ts";
import { assertMayRun, lockImport } from "./policy.ts";

/**
 * Starts an import, whose file comes part by part.
 * @throws {AppError} `import_id_taken`.
 */
export async function startImport(
  { db }: SliceContext,
  starter: Changer,
  { id, source, name, sizeBytes }: { id: string; source: ImportSource; name: string; sizeBytes: number },
): Promise<void> {
  await changeAs(db, starter, async (tx, viewer) => {
    assertMayRun(viewer);
    const sent = { byId: viewer.id, hash: hashSent(source, name, sizeBytes) };
    const row = { id, source, name, size_bytes: sizeBytes, created_by: viewer.id, sent_hash: sent.hash };
    const { isNew } = await createOnce(sent, {
      insert: () => insertNew(tx.insertInto("imports").values(row)),
      find: () =>
        tx.selectFrom("imports").select(["created_by", "sent_hash"]).where("id", "=", id).executeTakeFirst(),
      sentOf: (there) => ({ byId: there.created_by, hash: there.sent_hash }),
      taken: "import_id_taken",
    });
    if (!isNew) return;
    await recordAct(tx, {
      ...{ action: "import.started", actor: viewer, address: starter.address, after: { source, sizeBytes } },
      subject: { type: "import", id, name },
    });
  });
}

/**
 * Stores a part of the file. All but the last one have the same size. The last one queues the reading of the file.
 * @throws {AppError} `import_not_found`; `import_part_wrong` for a part that does not follow; `storage_full`.
 */
export async function receivePart(
  context: SliceContext,
  viewer: RequestViewer,
  { importId, start }: { importId: string; start: number },
  bytes: Buffer,
): Promise<void> {
  const { db, files } = context;
  const known = await db
    .selectFrom("import_parts")
    .select("size_bytes")
    .where("import_id", "=", importId)
    .where("start", "=", start)
    .executeTakeFirst();
  // The answer to it was lost.
  if (known?.size_bytes === bytes.length) return;
  const staged = await files.stage([bytes], { maxBytes: importPartBytes });
  const key = `${importId}/${start}-${randomBytes(6).toString("hex")}`;
  await db.insertInto("import_part_files").values({ key }).execute();
  try {
    await staged.keepAs({ bucket: importBucket, key });
  } finally {
    await staged.discard();
  }
  let isKept = true;
  try {
    isKept = await changeAs(db, viewer, async (tx, sender) => {
      assertMayRun(sender);
      const row = await tx
        .selectFrom("imports")
        .selectAll()
        .where("id", "=", importId)
        .where("created_by", "=", sender.id)
        .forUpdate()
        .executeTakeFirst();
      if (!row) throw new AppError("import_not_found");
      if (row.received_bytes > start) return false;
      if (row.state !== "uploading") throw new AppError("import_state");
      const rest = row.size_bytes - start;
      if (row.received_bytes !== start || bytes.length !== Math.min(rest, importPartBytes))
        throw new AppError("import_part_wrong");
      await tx
        .insertInto("import_parts")
        .values({ import_id: importId, start, size_bytes: bytes.length, key })
        .execute();
      const received = start + bytes.length;
      const isWhole = received === row.size_bytes;
      await tx
        .updateTable("imports")
        .set({
          received_bytes: received,
          worked_at: sql<Date>`now()`,
          ...(isWhole && { state: "reading" as const }),
        })
        .where("id", "=", importId)
        .execute();
      if (isWhole) await context.enqueue(tx, importJob(context), { importId });
      return true;
    });
  } catch (error) {
    // A connection that breaks says nothing about whether the part was kept: the sweep of imports knows later.
    isKept = !(error instanceof AppError && error.status < 500);
    throw error;
  } finally {
    // A storage that is away keeps it until the sweep of imports.
    if (!isKept) await files.delete({ bucket: importBucket, key }).catch(() => undefined);
  }
}

/**
 * Deletes the file of an import. It cannot run or resume any more.
 * @throws {AppError} `import_state` while it works.
 */
export async function discardFile(
  context: SliceContext,
  viewer: RequestViewer,
  importId: string,
): Promise<void> {
  await changeAs(context.db, viewer, async (tx, discarder) => {
    const row = await lockImport(tx, discarder, importId);
    if (["reading", "trying", "running", "undoing", "paused"].includes(row.state))
      throw new AppError("import_state");
    await tx
      .updateTable("imports")
      .set({
        file_discarded_at: sql<Date>`now()`,
        ...((row.state === "uploading" || row.state === "planned") && {
          state: "failed" as const,
          failure: "The file was deleted.",
        }),
      })
      .where("id", "=", importId)
      .execute();
    const parts = await tx
      .deleteFrom("import_parts")
      .where("import_id", "=", importId)
      .returning("key")
      .execute();
    await forgetFiles(
      tx,
      parts.map(({ key }) => ({ bucket: importBucket, key })),
    );
    await context.enqueue(tx, deleteForgottenJob(context), {});
  });
}
