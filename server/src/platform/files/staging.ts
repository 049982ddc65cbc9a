import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, open, readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { AppError } from "../app-error.ts";
import { StartError } from "../log/start-error.ts";
import { makeFolder } from "../make-folder.ts";
import type { FilePlace, FileStorage, StagedFile } from "./file-storage.ts";

/** Below the folder of files, so that in a storage on disk keeping a file is a link on the same file system. */
export const incomingFolder = "incoming";

/** Completely received files on this machine, before they are stored. */
interface Staging extends Pick<FileStorage, "stage"> {
  /** Deletes what killed processes left behind. */
  discardLeftOvers(olderThan: Date): Promise<void>;
  /** Writes and deletes a small file, where leftovers of a crash are cleaned up. */
  tryToWrite(): Promise<void>;
}

export type ReceivedFile = Omit<StagedFile, "keepAs" | "discard">;

export interface StorageOptions {
  /** Nothing will be stored, so no folder is made. */
  isReadOnly?: boolean;
}

/**
 * Receives files into a folder of this machine, which only its owner may read.
 * @param keep stores a received file under its key; the received one is deleted afterwards.
 * @throws {StartError} when the folder cannot be made.
 */
export function openStaging(
  folder: string,
  keep: (received: ReceivedFile, place: FilePlace) => Promise<void>,
  { isReadOnly = false }: StorageOptions = {},
): Staging {
  const root = resolve(folder);
  const incoming = join(root, incomingFolder);
  if (!isReadOnly) prepare(root, incoming);
  return {
    async stage(content, { maxBytes }) {
      const path = join(incoming, randomUUID());
      const discard = () => rm(path, { force: true });
      try {
        const received = { path, ...(await write(path, content, maxBytes)) };
        return {
          ...received,
          async keepAs(place) {
            await keep(received, place);
            await discard();
          },
          discard,
        };
      } catch (error) {
        await discard();
        throw fullDiskOr(error);
      }
    },
    async discardLeftOvers(olderThan) {
      for (const name of await readdir(incoming)) {
        const path = join(incoming, name);
        const found = await stat(path).catch(() => undefined);
        if (found && found.mtime < olderThan) await rm(path, { force: true });
      }
    },
    async tryToWrite() {
      const file = join(incoming, `probe-${randomUUID()}`);
      try {
        await write(file, [Buffer.from("Atoll looks whether it can write.")], Number.POSITIVE_INFINITY);
      } finally {
        await rm(file, { force: true });
      }
    },
  };
}

function prepare(root: string, incoming: string): void {
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
}

async function write(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<{ sizeBytes: number; sha256: string }> {
  const file = await open(path, "wx", 0o600);
  try {
    const hash = createHash("sha256");
    let sizeBytes = 0;
    for await (const chunk of content) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > maxBytes) throw new AppError("file_too_large");
      hash.update(chunk);
      await writeAll(file, chunk);
    }
    // A message that is committed must find its file after a power cut too.
    await file.sync();
    return { sizeBytes, sha256: hash.digest("hex") };
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

/** Returns the error for people if the disk of this machine is full, else the error itself. */
export function fullDiskOr(error: unknown): unknown {
  const isFull =
    error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT"].includes(String(error.code));
  return isFull ? new AppError("storage_full", { cause: error }) : error;
}
