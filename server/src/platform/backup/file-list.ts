import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { folderMarkName } from "../files/disk-storage.ts";
import type { Measured } from "../files/measured-copy.ts";
import { StartError } from "../log/start-error.ts";
import { fileListName } from "./manifest.ts";

export interface ListedFile extends Measured {
  /** Below the folder of files, its parts joined by slashes. */
  path: string;
}

/** Names of folders and markers next to the files: incoming uploads, and files that a restore moved aside. */
export const restoringFolder = "restoring";
export const beforeRestore = "before-restore-";
export const unfinishedMark = "restore-unfinished";

/** Returns whether an entry of the folder of files is none of its buckets. */
export function isNoFile(name: string): boolean {
  const others = ["incoming", folderMarkName, restoringFolder, unfinishedMark];
  return others.includes(name) || name.startsWith(beforeRestore);
}

/** Yields every stored file below a folder. Uploads in progress are left out. */
export async function* walkFiles(folder: string, below = ""): AsyncGenerator<string> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      // Folders of discarded files may disappear during the walk.
      if (error.code === "ENOENT") return [];
      throw error;
    },
  );
  for (const entry of entries) {
    const path = below ? `${below}/${entry.name}` : entry.name;
    if (!below && isNoFile(path)) continue;
    if (entry.isDirectory()) yield* walkFiles(folder, path);
    else if (entry.isFile()) yield path;
  }
}

export function listLine({ sha256, sizeBytes, path }: ListedFile): string {
  return `${sha256} ${sizeBytes} ${path}\n`;
}

/** @throws {StartError} for a line that is none. */
export async function* readFileList(backup: string): AsyncGenerator<ListedFile> {
  const lines = createInterface({ input: createReadStream(join(backup, fileListName)), crlfDelay: Infinity });
  for await (const line of lines) {
    const [, sha256, size, path] = /^([0-9a-f]{64}) (\d+) ([\w-][\w./-]*)$/.exec(line) ?? [];
    if (!sha256 || !path || path.split("/").includes("..")) {
      throw new StartError(`${fileListName} of the backup is damaged.`, "Use another backup.");
    }
    yield { sha256, sizeBytes: Number(size), path };
  }
}
