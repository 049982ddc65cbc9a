import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Kysely, sql } from "kysely";
import { StartError } from "../log/start-error.ts";
import { makeFolder } from "../make-folder.ts";
import type { FilePlace } from "./file-storage.ts";
import { writeMeasured } from "./measured-copy.ts";

/** The file that names the database to which the files in its folder belong. */
export const folderMarkName = "atoll-files-mark";

/**
 * Makes sure that the folder of uploaded files belongs to this database. The first start writes the mark into the
 * folder; every later one refuses a folder without it, such as a share that is not mounted.
 * @param samplePlaces of files that should be in the folder, to judge one that was used before marks were kept.
 * @returns the mark, for `hasMark`.
 * @throws {StartError} when the folder is empty, lacks the mark, or belongs to another database.
 */
export async function claimFilesFolder<Tables>(
  db: Kysely<Tables>,
  folder: string,
  samplePlaces: () => Promise<FilePlace[]>,
): Promise<string> {
  const root = resolve(folder);
  // The lock makes nodes that start together take turns.
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ mark: string; isMarked: boolean }>`
      SELECT mark, marked_at IS NOT NULL AS "isMarked" FROM files_folder FOR UPDATE`.execute(tx);
    const row = rows[0];
    if (!row) throw new Error("the table files_folder has no row");
    const found = await readMark(root);
    if (found === row.mark && row.isMarked) return row.mark;
    if (row.isMarked || (found !== undefined && found !== row.mark)) throw foreign(root, row.mark, found);
    await refuseWithoutFiles(root, await samplePlaces());
    // A start that was killed here has written the mark, and stores it in the row only now.
    if (found === undefined) await writeMark(root, row.mark);
    await sql`UPDATE files_folder SET marked_at = now()`.execute(tx);
    return row.mark;
  });
}

/** Returns whether the folder has this mark now. */
export async function hasMark(folder: string, mark: string): Promise<boolean> {
  return (await readMark(folder)) === mark;
}

/** @throws {StartError} if the folder lacks the mark or has another one. */
export async function assertMark(folder: string, mark: string): Promise<void> {
  const root = resolve(folder);
  const found = await readMark(root);
  if (found !== mark) throw foreign(root, mark, found);
}

async function readMark(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, folderMarkName), "utf8")).trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

async function writeMark(folder: string, mark: string): Promise<void> {
  makeFolder(folder);
  await writeMeasured(
    join(folder, folderMarkName),
    (async function* () {
      yield Buffer.from(`${mark}\n`);
    })(),
  );
}

async function refuseWithoutFiles(root: string, places: FilePlace[]): Promise<void> {
  if (places.length === 0) return;
  for (const { bucket, key } of places) {
    const isThere = await stat(join(root, bucket, ...key.split("/"))).then(
      () => true,
      () => false,
    );
    if (isThere) return;
  }
  throw new StartError(
    `The folder for files ${root} has none of the files that the database knows.`,
    "Mount the share, or name the right folder with ATOLL_FILES_FOLDER or ATOLL_DATA_DIR.",
  );
}

function foreign(root: string, mark: string, found: string | undefined): StartError {
  return new StartError(
    found === undefined
      ? `The folder for files ${root} does not have the mark of this database.`
      : `The folder for files ${root} belongs to another database.`,
    `Mount the share, or name the right folder with ATOLL_FILES_FOLDER or ATOLL_DATA_DIR. If this is the right one, write ${mark} into ${join(root, folderMarkName)}.`,
  );
}
