import { type RawBuilder, sql } from "kysely";
import type { FilePlace } from "../../platform/files/file-storage.ts";
import type { FileKinds } from "../../platform/kinds/file-kinds.ts";
import { personExportKind } from "../../platform/kinds/personal-data.ts";
import type { Database } from "../../tables.ts";

/** The columns needed to show, serve and store a file. */
const columns = [
  "f.id",
  "f.bucket",
  "f.key",
  "f.filename",
  "f.original_name",
  "f.mime_type",
  "f.size_bytes",
  "f.width",
  "f.height",
  "f.preview",
  "f.has_thumbnail",
] as const;

/**
 * Returns those of these files that a person may read: files of readable things, and their own unattached ones.
 * Discarded files belong to nobody.
 */
export async function selectReadable<Viewer extends { id: string }>(
  { db, fileKinds }: { db: Database; fileKinds: FileKinds<Viewer> },
  viewer: Viewer,
  ids: readonly string[],
) {
  const open = fileKinds.openTo(viewer);
  return db
    .selectFrom("files as f")
    .select(columns)
    .where(sql<boolean>`f.id = ANY(${ids}::uuid[])`)
    .where("f.discarded_at", "is", null)
    .where((eb) =>
      eb.or(
        open.map((kind) =>
          eb.and([
            eb("f.subject_kind", "=", kind.kind),
            eb.or([
              eb.and([eb("f.subject_id", "is", null), eb("f.owner_id", "=", viewer.id)]),
              kind.isReadable(viewer, sql`f.subject_id`),
            ]),
          ]),
        ),
      ),
    )
    .execute();
}

export type StoredFileRow = Awaited<ReturnType<typeof selectReadable>>[number];

/** Finds a file that is readable by its address. Undefined for every other file. */
export function findOpenFile<Viewer>(
  { db, fileKinds }: { db: Database; fileKinds: FileKinds<Viewer> },
  id: string,
): Promise<StoredFileRow | undefined> {
  return db
    .selectFrom("files as f")
    .select(columns)
    .where("f.id", "=", id)
    .where("f.subject_kind", "in", fileKinds.openByAddress())
    .where("f.subject_id", "is not", null)
    .where("f.discarded_at", "is", null)
    .executeTakeFirst();
}

/** SQL: a file is not of something that its owner wrote anonymously. */
export const isNotAnonymous = (file: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`NOT EXISTS (
  SELECT FROM anonymous_authors h WHERE h.subject_id = ${file}.subject_id AND h.author_id = ${file}.owner_id)`;

/**
 * Lists the files that a person has uploaded and that are not deleted, a few at a time. Exports of data are none. Others
 * get no file of something that the person wrote anonymously.
 */
export async function* listOwnFiles(
  db: Database,
  ownerId: string,
  isForOwner: boolean,
): AsyncGenerator<{ id: string; name: string; place: FilePlace; sizeBytes: number }> {
  for (let after: string | undefined; ; ) {
    const rows = await db
      .selectFrom("files")
      .select(["id", "bucket", "key", "original_name", "size_bytes"])
      .where("owner_id", "=", ownerId)
      .where("discarded_at", "is", null)
      .where("subject_kind", "<>", personExportKind)
      .$if(!isForOwner, (query) => query.where(isNotAnonymous(sql`files`)))
      .$if(after !== undefined, (query) => query.where("id", ">", after ?? ""))
      .orderBy("id")
      .limit(ownFilesAtOnce)
      .execute();
    for (const { id, bucket, key, original_name, size_bytes } of rows)
      yield { id, name: original_name, place: { bucket, key }, sizeBytes: size_bytes };
    after = rows.at(-1)?.id;
    if (rows.length < ownFilesAtOnce) return;
  }
}

const ownFilesAtOnce = 500;

/** How much of the storage a person's files take, in bytes. An export of data, which is deleted soon, does not count. */
export async function usedBytesOf(db: Database, ownerId: string): Promise<number> {
  const { used } = await db
    .selectFrom("files")
    .select(sql<number>`coalesce(sum(size_bytes), 0)::bigint`.as("used"))
    .where("owner_id", "=", ownerId)
    .where("discarded_at", "is", null)
    .where(sql<boolean>`(subject_kind <> ${personExportKind} OR subject_id IS NULL)`)
    .executeTakeFirstOrThrow();
  return used;
}

/** Places of some files that should be in storage: the newest, which were written where the server works now. */
export function selectSamplePlaces(db: Database): Promise<FilePlace[]> {
  return db
    .selectFrom("files")
    .select(["bucket", "key"])
    .where("subject_id", "is not", null)
    .where("discarded_at", "is", null)
    .orderBy("id", "desc")
    .limit(20)
    .execute();
}
