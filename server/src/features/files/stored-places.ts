import type { FilePlace } from "../../platform/files/file-storage.ts";
import type { Database } from "../../tables.ts";
import { listImportParts } from "../imports/public.ts";
import { thumbnailPlace } from "./places.ts";

/** A file that a row names. */
export interface StoredPlace {
  place: FilePlace;
  /** Undefined: the row does not say. */
  sha256: string | undefined;
  /** A file that has no owner yet may not have arrived, or come and go. */
  mayBeMissing: boolean;
}

const rowsAtOnce = 500;

/** Lists everything that is in storage by its rows, a few at a time: files, their small images, and imports. */
export async function* listStoredPlaces(db: Database): AsyncGenerator<StoredPlace> {
  for (let after: string | undefined; ; ) {
    const rows = await db
      .selectFrom("files")
      .select(["id", "bucket", "key", "sha256", "has_thumbnail", "subject_id", "discarded_at"])
      .$if(after !== undefined, (query) => query.where("id", ">", after ?? ""))
      .orderBy("id")
      .limit(rowsAtOnce)
      .execute();
    for (const { bucket, key, sha256, has_thumbnail, subject_id, discarded_at } of rows) {
      const mayBeMissing = subject_id === null || discarded_at !== null;
      yield { place: { bucket, key }, sha256: sha256 ?? undefined, mayBeMissing };
      if (has_thumbnail) yield { place: thumbnailPlace({ bucket, key }), sha256: undefined, mayBeMissing };
    }
    after = rows.at(-1)?.id;
    if (rows.length < rowsAtOnce) break;
  }
  for await (const place of listImportParts(db)) yield { place, sha256: undefined, mayBeMissing: false };
}
