import type { FilePlace } from "../../platform/files/file-storage.ts";
import type { Database } from "../../tables.ts";
import { importBucket } from "./archive/open-archive.ts";

const rowsAtOnce = 500;

/** Lists the parts of uploaded archives in storage. */
export async function* listImportParts(db: Database): AsyncGenerator<FilePlace> {
  for (let after = ""; ; ) {
    const rows = await db
      .selectFrom("import_parts")
      .select("key")
      .where("key", ">", after)
      .orderBy("key")
      .limit(rowsAtOnce)
      .execute();
    for (const { key } of rows) yield { bucket: importBucket, key };
    const last = rows.at(-1);
    if (!last) return;
    after = last.key;
  }
}
