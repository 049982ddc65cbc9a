import pg from "pg";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import { messageFiles } from "../../chat/public.ts";
import { uploadFile } from "../../files/public.ts";
import type { Archive } from "../archive/open-archive.ts";
import type { SourceRecord } from "../archive/records.ts";
import { ensurePeople, groundOf, keepItems } from "./ground.ts";
import { holdRunner, type ImportRow, lockAtStep } from "./import-row.ts";
import { addCounts } from "./lines.ts";
import type { StoredFiles } from "./render-message.ts";

type FileDeps = Pick<SliceContext, "db" | "files">;

function filesIn(records: readonly SourceRecord[]) {
  return records.flatMap((record) =>
    "message" in record ? record.message.files.map((file) => ({ file, message: record.message })) : [],
  );
}

/** A dry run looks only whether the archive has the files. */
export function tryFiles(archive: Archive, records: readonly SourceRecord[]): StoredFiles {
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
export async function storeFiles(
  deps: FileDeps,
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
    const locked = await lockAtStep(tx, row);
    // The batch says why it stops.
    if (!locked || !(await holdRunner(tx, locked))) return undefined;
    const ground = groundOf(tx, row);
    const people = await ensurePeople(ground, new Set(fresh.map(({ message }) => message.author)));
    await keepItems(tx, row.source, row.id, ground);
    const made = JSON.stringify(addCounts(locked.made, ground.counts.get("") ?? {}));
    await tx.updateTable("imports").set({ made }).where("id", "=", row.id).execute();
    return people;
  });
  for (const { file, message } of authors ? fresh : []) {
    const owner = authors?.get(message.author);
    if (!owner) continue;
    const upload = { ownerId: owner.id, kind: messageFiles, name: file.name, path: file.path ?? "" };
    stored.set(`${message.key}#${file.key}`, await storeFile(deps, archive, upload));
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
