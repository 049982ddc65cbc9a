import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, type FileHandle, link, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { makeFolder } from "../make-folder.ts";
import { type FilePlace, type FileStorage, partsOfPlace } from "./file-storage.ts";
import { writeMeasured } from "./measured-copy.ts";
import { fullDiskOr, incomingFolder, openStaging, type StorageOptions } from "./staging.ts";

/** The file that names the database to which the files in its folder belong. */
export const folderMarkName = "atoll-files-mark";

/**
 * Files in a folder of this machine, which several nodes may share. Only its owner may read it.
 * @throws {StartError} when the folder cannot be made.
 */
export function openDiskStorage(folder: string, options?: StorageOptions): FileStorage {
  const root = resolve(folder);
  const mark = join(root, folderMarkName);
  const staging = openStaging(root, ({ path }, place) => keep(path, pathOf(root, place)), options);

  return {
    stage: staging.stage,
    async read(place, range) {
      const file = await openExisting(pathOf(root, place));
      if (!file) return undefined;
      try {
        const { size } = await file.stat();
        return { content: file.createReadStream(range), sizeBytes: size };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    delete: (place) => rm(pathOf(root, place), { force: true }),
    discardLeftOvers: staging.discardLeftOvers,
    discardReceived: staging.discardLeftOvers,
    site: {
      name: `The folder for files ${root}`,
      hint: "Mount the share, or name the right folder with ATOLL_FILES_FOLDER or ATOLL_DATA_DIR; several servers need one shared folder, or a bucket (ATOLL_S3_BUCKET).",
      markPlace: mark,
      isRemote: false,
      lastFailedAt: () => Number.NEGATIVE_INFINITY,
      isRefusing: () => false,
      async readMark() {
        const file = await openExisting(mark);
        if (!file) return undefined;
        await file.close();
        // An empty one is of a write that was cut short.
        return (await readFile(mark, "utf8")).trim() || undefined;
      },
      async writeMark(text) {
        makeFolder(root);
        // Aside, in a folder that is never backed up, so that there is a whole mark or none.
        const aside = join(root, incomingFolder, `mark-${randomUUID()}`);
        makeFolder(dirname(aside));
        await writeMeasured(
          aside,
          (async function* () {
            yield Buffer.from(`${text}\n`);
          })(),
        );
        await rename(aside, mark);
        await syncFolder(root);
      },
      removeMark: () => rm(mark, { force: true }),
      tryToWrite: staging.tryToWrite,
      tryToStore: staging.tryToWrite,
    },
  };
}

async function keep(path: string, target: string): Promise<void> {
  try {
    makeFolder(dirname(target));
    await giveName(path, target);
    await syncFolder(dirname(target));
  } catch (error) {
    throw fullDiskOr(error);
  }
}

/** Creates the final name as a link, which appears atomically and, unlike a rename, never overwrites. */
async function giveName(path: string, target: string): Promise<void> {
  try {
    await link(path, target);
  } catch (error) {
    // Some network and FAT file systems know no links.
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(codeOf(error))) throw error;
    await copyFile(path, target, constants.COPYFILE_EXCL);
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  // Some file systems cannot sync a folder, and do so later by themselves.
  await handle.sync().catch(() => undefined);
  await handle.close();
}

async function openExisting(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, "r");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function pathOf(root: string, place: FilePlace): string {
  return join(root, ...partsOfPlace(place, [incomingFolder]));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
