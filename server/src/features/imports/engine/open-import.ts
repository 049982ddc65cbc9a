import type { FileStorage } from "../../../platform/files/file-storage.ts";
import type { Database } from "../../../tables.ts";
import { type Archive, openUpload } from "../archive/open-archive.ts";
import type { ImportRow } from "./import-row.ts";
import { readers } from "./targets.ts";

/**
 * Opens the uploaded file of an import.
 * @throws {UnreadableArchive} if it is damaged or no file that its product writes.
 */
export async function openImport(
  { db, files }: { db: Database; files: Pick<FileStorage, "read"> },
  row: ImportRow,
): Promise<Archive> {
  const parts = await db
    .selectFrom("import_parts")
    .select(["start", "size_bytes", "key"])
    .where("import_id", "=", row.id)
    .orderBy("start")
    .execute();
  const { open, files: endings } = readers[row.source];
  const archive = await openUpload(files, parts, { name: row.name, endings });
  return open ? open(archive) : archive;
}
