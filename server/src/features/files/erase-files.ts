import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { storageNameOf } from "../../platform/files/file-names.ts";
import type { FilePlace, FileStorage } from "../../platform/files/file-storage.ts";
import type { SliceContext, SliceEraser } from "../../slice.ts";
import { queueWordsOf } from "../search/public.ts";
import { forgetFiles, placesOf } from "./forget-files.ts";
import { thumbnailPlace } from "./places.ts";
import { sweepFiles } from "./sweep-files.ts";

/**
 * Discards the files of a person: those that are in nothing yet, and those of what they wrote if the company does not
 * keep it. The logo belongs to the company.
 */
export const fileEraser: SliceEraser = {
  phase: "texts",
  erase: (_context, { personId, keepsTexts }, work) =>
    work.part(async (tx) => {
      const isTheirs = sql`owner_id = ${personId} AND discarded_at IS NULL AND subject_kind <> 'company'
        AND (${!keepsTexts}::boolean OR subject_id IS NULL OR subject_kind IN ('picture', 'person-export'))`;
      await queueWordsOf(tx, sql`SELECT id FROM files WHERE ${isTheirs}`);
      const { numAffectedRows = 0n } =
        await sql`UPDATE files SET discarded_at = now() WHERE ${isTheirs}`.execute(tx);
      return Number(numAffectedRows);
    }),
};

/**
 * Gives files another name that have the name of a person in theirs: also their place in the storage has it. Files that a
 * legal hold keeps stay as they are.
 */
export const fileNameEraser: SliceEraser = {
  phase: "names",
  async erase(context, { inTexts }, work) {
    let count = 0;
    let last = "00000000-0000-0000-0000-000000000000";
    for (;;) {
      work.signal.throwIfAborted();
      const { rows } = await work.read((tx) =>
        sql<FileRow>`SELECT t.id, t.bucket, t.key, t.filename, t.original_name, t.has_thumbnail, t.subject_kind
          FROM files t WHERE t.discarded_at IS NULL AND t.id > ${last}::uuid
            AND NOT legal_hold_covers_files(t.subject_kind, t.subject_id)
            AND ${inTexts.areIn([{ name: "original_name", type: "text" }])} ORDER BY t.id LIMIT 1`.execute(
          tx,
        ),
      );
      const [row] = rows;
      if (!row) return count;
      last = row.id;
      const name = inTexts.without(row.original_name);
      // The name in the storage is in the address of a picture and of the logo, which everyone sees them by.
      if (row.subject_kind === "picture" || row.subject_kind === "company") {
        await work.part((tx) =>
          tx.updateTable("files").set({ original_name: name }).where("id", "=", row.id).execute(),
        );
        count += 1;
        continue;
      }
      const filename = `${Date.now()}-${uuidv7().slice(-12)}-${storageNameOf(name)}`;
      const place = { bucket: row.bucket, key: row.key.replace(row.filename, () => filename) };
      await copyFile(context.files, row, place);
      if (row.has_thumbnail) await copyFile(context.files, thumbnailPlace(row), thumbnailPlace(place));
      count += await work.part(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable("files")
          .set({ original_name: name, filename, key: place.key })
          .where("id", "=", row.id)
          .where("key", "=", row.key)
          .executeTakeFirst();
        // Somebody has deleted it since, so nothing needs the copy.
        await forgetFiles(tx, placesOf(numUpdatedRows === 0n ? { ...row, ...place } : row));
        return Number(numUpdatedRows);
      });
    }
  },
};

type FileRow = FilePlace & {
  id: string;
  filename: string;
  original_name: string;
  has_thumbnail: boolean;
  subject_kind: string;
};

async function copyFile(files: FileStorage, from: FilePlace, to: FilePlace): Promise<void> {
  const found = await files.read(from);
  // A file that is lost has no name in the storage either.
  if (!found) return;
  const staged = await files.stage(found.content, { maxBytes: Number.POSITIVE_INFINITY });
  try {
    await staged.keepAs(to);
  } finally {
    await staged.discard();
  }
}

/** Deletes what was discarded from the storage, with the small images. */
export const storageEraser: SliceEraser = {
  phase: "traces",
  async erase(context, { personId }, work) {
    const count = await sweepFiles(context, work.signal);
    if (await hasLeftOver(context, personId)) throw new Error("another node deletes files at this moment");
    return count;
  },
};

async function hasLeftOver({ db }: Pick<SliceContext, "db">, personId: string): Promise<boolean> {
  const { rows } = await sql<{ is_left: boolean }>`SELECT EXISTS (SELECT FROM files f
    WHERE f.owner_id = ${personId} AND f.discarded_at IS NOT NULL
      AND NOT legal_hold_covers_files(f.subject_kind, f.subject_id)) AS is_left`.execute(db);
  return rows[0]?.is_left ?? false;
}
