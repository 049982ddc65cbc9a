import pg from "pg";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import { type ImportedFile, messageFiles } from "../../chat/public.ts";
import { uploadFile } from "../../files/public.ts";
import type { Archive } from "../archive/open-archive.ts";
import { messagePrint } from "../archive/prints.ts";
import type { SourceRecord } from "../archive/records.ts";
import { ensurePeople, findItems, groundOf, keepItems } from "./ground.ts";
import { holdRunner, type ImportRow, lockAtStep } from "./import-row.ts";
import { addCounts } from "./lines.ts";
import type { StoredFiles } from "./render-message.ts";
import { isWritten, keysOf } from "./write-messages.ts";

type FileDeps = Pick<SliceContext, "db" | "files">;

function filesIn(records: readonly SourceRecord[]) {
  return records.flatMap((record) => {
    if (!("message" in record)) return [];
    const { message } = record;
    const print = messagePrint(message);
    return message.files.map((file) => ({ file, message, print }));
  });
}

/** An export can list one file for any number of messages. All of them together take so many times its size at most. */
const maxTimes = 3;
const sizes = new WeakMap<Archive, number>();

function bytesOf(archive: Archive): number {
  const known = sizes.get(archive);
  if (known !== undefined) return known;
  const size = archive.paths.reduce((sum, path) => sum + (archive.sizeOf(path) ?? 0), 0);
  sizes.set(archive, size);
  return size;
}

/** A dry run looks only whether the archive has the files. */
export function tryFiles(archive: Archive, records: readonly SourceRecord[]): StoredFiles {
  const failed = "it is damaged";
  return new Map(
    filesIn(records).flatMap(({ file }) => {
      const isThere = file.path !== undefined && (archive.sizeOf(file.path) ?? 0) > 0;
      return file.path === undefined ? [] : [[file, isThere ? { id: "" } : { failed }] as const];
    }),
  );
}

/**
 * Stores the files of messages that are not imported yet, as uploads of their authors. What a batch that fails leaves
 * behind is swept up like any upload that nobody sent.
 */
export async function storeFiles(
  deps: FileDeps,
  archive: Archive,
  row: ImportRow,
  records: readonly SourceRecord[],
): Promise<StoredFiles> {
  const files = filesIn(records).filter(({ file }) => file.path !== undefined);
  const stored = new Map<ImportedFile, { id: string } | { failed: string }>();
  if (files.length === 0) return stored;
  const prepared = await transact(deps.db, async (tx) => {
    const locked = await lockAtStep(tx, row);
    // The batch says why it stops.
    if (!locked || !(await holdRunner(tx, locked))) return undefined;
    const ground = groundOf(tx, row);
    const known = await findItems(ground, files.flatMap(keysOf));
    const fresh = files.filter((one) => !isWritten(known, row.id, one));
    const people = await ensurePeople(ground, new Set(fresh.map(({ message }) => message.author)));
    await keepItems(tx, row.source, row.id, ground);
    const made = JSON.stringify(addCounts(locked.made, ground.counts.get("") ?? {}));
    let bytes = locked.stored_bytes;
    const kept = fresh.filter(({ file }) => {
      const size = archive.sizeOf(file.path ?? "") ?? 0;
      const isTooMany = bytes + size > maxTimes * bytesOf(archive);
      if (isTooMany) stored.set(file, { failed: "the export lists its files for too many messages" });
      else bytes += size;
      return !isTooMany;
    });
    await tx.updateTable("imports").set({ made, stored_bytes: bytes }).where("id", "=", row.id).execute();
    return { fresh: kept, people };
  });
  for (const { file, message } of prepared?.fresh ?? []) {
    const owner = prepared?.people.get(message.author);
    if (!owner) continue;
    const upload = { ownerId: owner.id, kind: messageFiles, name: file.name, path: file.path ?? "" };
    stored.set(file, await storeFile(deps, archive, upload));
  }
  return stored;
}

type Upload = Parameters<typeof uploadFile>[1] & { name: string; path: string };

/** Stores a file of the archive, or returns why it cannot be stored. */
export async function storeFile(
  deps: FileDeps,
  archive: Archive,
  { ownerId, kind, name, path }: Upload,
): Promise<{ id: string; isImage: boolean } | { failed: string }> {
  try {
    const content = await archive.read(path);
    if (!content) return { failed: "it is missing" };
    const none = Number.POSITIVE_INFINITY;
    const { id, preview } = await uploadFile(
      deps,
      { ownerId, kind },
      { name, content },
      { maxBytes: none, maxBytesPerPerson: none },
    );
    return { id, isImage: preview === "image" };
  } catch (error) {
    if (error instanceof AppError && error.status < 500 && error.code !== "storage_full")
      return { failed: error.message };
    if (error instanceof AppError || error instanceof pg.DatabaseError) throw error;
    archive.assertWhole();
    return { failed: "it is damaged" };
  }
}
