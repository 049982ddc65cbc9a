import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, type FileHandle, link, open, readdir, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { AppError } from "../app-error.ts";
import { StartError } from "../log/start-error.ts";
import { makeFolder } from "../make-folder.ts";
import type { FilePlace, FileStorage, StagedFile } from "./file-storage.ts";

/** Incoming files are on the same file system, so that keeping one is a rename. */
const incomingFolder = "incoming";

/**
 * Files in a folder of this machine, which several nodes may share. Only its owner may read it.
 * @throws {StartError} when the folder cannot be made.
 */
export function openDiskStorage(folder: string): FileStorage {
  const root = resolve(folder);
  const incoming = join(root, incomingFolder);
  try {
    makeFolder(incoming);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(
      `The folder for files ${root} cannot be used: ${reason}.`,
      "Make it writable for the user who runs Atoll, or name another data folder with ATOLL_DATA_DIR.",
      { cause },
    );
  }

  return {
    async stage(content, { maxBytes }) {
      const path = join(incoming, randomUUID());
      try {
        const sizeBytes = await write(path, content, maxBytes);
        return stagedFile(root, path, sizeBytes);
      } catch (error) {
        await rm(path, { force: true });
        throw isFull(error) ? new AppError("storage_full", { cause: error }) : error;
      }
    },
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
    async discardLeftOvers(olderThan) {
      for (const name of await readdir(incoming)) {
        const path = join(incoming, name);
        const found = await stat(path).catch(() => undefined);
        if (found && found.mtime < olderThan) await rm(path, { force: true });
      }
    },
  };
}

async function write(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<number> {
  const file = await open(path, "wx", 0o600);
  try {
    let sizeBytes = 0;
    for await (const chunk of content) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > maxBytes) throw new AppError("file_too_large");
      await writeAll(file, chunk);
    }
    // A message that is committed must find its file after a power cut too.
    await file.sync();
    return sizeBytes;
  } finally {
    await file.close();
  }
}

/** Writes everything: a disk that fills up accepts a part before it fails. */
async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.byteLength; ) {
    const { bytesWritten } = await file.write(chunk, written);
    written += bytesWritten;
  }
}

function stagedFile(root: string, path: string, sizeBytes: number): StagedFile {
  return {
    path,
    sizeBytes,
    async keepAs(place) {
      const target = pathOf(root, place);
      try {
        makeFolder(dirname(target));
        await giveName(path, target);
        await syncFolder(dirname(target));
      } catch (error) {
        throw isFull(error) ? new AppError("storage_full", { cause: error }) : error;
      }
      await rm(path, { force: true });
    },
    discard: () => rm(path, { force: true }),
  };
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

/** Returns the path of a file. The server generates keys; that none leads out of the folder is checked nevertheless. */
function pathOf(root: string, { bucket, key }: FilePlace): string {
  const parts = [bucket, ...key.split("/")];
  if (bucket === incomingFolder || !parts.every((part) => /^[\w-][\w.-]*$/.test(part)))
    throw new AppError("internal_error", { detail: "a key that is none" });
  return join(root, ...parts);
}

function isFull(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT"].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
