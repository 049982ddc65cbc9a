import { type Kysely, sql } from "kysely";
import { StartError } from "../log/start-error.ts";
import type { FilePlace, FileStorage, StorageSite } from "./file-storage.ts";

/**
 * Makes sure that the storage of uploaded files belongs to this database. The first start writes the mark into it;
 * every later one refuses a storage without it, such as a share that is not mounted, or the folder of a second server
 * that does not share its files with the first.
 * @param samplePlaces of files that should be in the storage, to judge one that was used before marks were kept.
 * @returns the mark, for `hasMark`.
 * @throws {StartError} when the storage is empty, lacks the mark, or belongs to another database.
 */
export async function claimStorage<Tables>(
  db: Kysely<Tables>,
  files: Pick<FileStorage, "read" | "site">,
  samplePlaces: () => Promise<FilePlace[]>,
): Promise<string> {
  const { site } = files;
  // Asked for before the lock, because another machine may take its time to answer.
  const [found, samples] = [await site.readMark(), await samplePlaces()];
  const hasSample = found !== undefined || samples.length === 0 || (await hasOneOf(files, samples));
  // The lock makes nodes that start together take turns.
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ mark: string; isMarked: boolean }>`
      SELECT mark, marked_at IS NOT NULL AS "isMarked" FROM files_folder FOR UPDATE`.execute(tx);
    const row = rows[0];
    if (!row) throw new Error("the table files_folder has no row");
    // Another node may have written it in between.
    const now = found ?? (await site.readMark());
    if (now === row.mark && row.isMarked) {
      // A move that was killed before it took the mark away has ended here.
      await sql`UPDATE files_folder SET moving_to = NULL WHERE moving_to IS NOT NULL`.execute(tx);
      return row.mark;
    }
    if (row.isMarked || (now !== undefined && now !== row.mark)) throw foreign(site, row.mark, now);
    if (!hasSample)
      throw new StartError(`${site.name} has none of the files that the database knows.`, site.hint);
    // A start that was killed here has written the mark, and stores it in the row only now.
    if (now === undefined) await site.writeMark(row.mark);
    await sql`UPDATE files_folder SET marked_at = now(), moving_to = NULL`.execute(tx);
    return row.mark;
  });
}

/** Returns whether the storage has this mark now. */
export async function hasMark(site: StorageSite, mark: string, signal?: AbortSignal): Promise<boolean> {
  return (await site.readMark(signal)) === mark;
}

/** @throws {StartError} if the storage lacks the mark or has another one. */
export async function assertMark(site: StorageSite, mark: string): Promise<void> {
  const found = await site.readMark();
  if (found !== mark) throw foreign(site, mark, found);
}

async function hasOneOf(files: Pick<FileStorage, "read">, places: FilePlace[]): Promise<boolean> {
  for (const place of places) {
    const found = await files.read(place);
    found?.content.destroy();
    if (found) return true;
  }
  return false;
}

function foreign(site: StorageSite, mark: string, found: string | undefined): StartError {
  return new StartError(
    found === undefined
      ? `${site.name} does not have the mark of this database.`
      : `${site.name} belongs to another database.`,
    `${site.hint} If this is the right one, write ${mark} into ${site.markPlace}.`,
  );
}
