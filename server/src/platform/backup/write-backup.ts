import { createReadStream } from "node:fs";
import { access, appendFile, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { measure, writeMeasured } from "../files/measured-copy.ts";
import { makeFolder } from "../make-folder.ts";
import type { RowsOfFiles } from "./compare-files.ts";
import { dumpDatabase } from "./dump-database.ts";
import { type ListedFile, listLine, readFileList, walkFiles } from "./file-list.ts";
import { guardFiles } from "./guard-files.ts";
import { fileListName, type Manifest, manifestName } from "./manifest.ts";
import { removeLeftOver, stampOf, unfinishedName } from "./unfinished-backups.ts";
import { type VerifiedBackup, verifyBackup } from "./verify-backup.ts";

export interface BackupSource {
  databaseUrl: string;
  /** The folder of uploaded files. It need not exist. */
  filesFolder: string;
  /** The rows that name the files. */
  rows: RowsOfFiles;
  atollVersion: string;
  now: Date;
  /** Receives the path of the unfinished backup, so that it can be deleted when the process is stopped. */
  onBegin: (unfinished: string) => void;
}

export interface WrittenBackup extends VerifiedBackup {
  folder: string;
}

/**
 * Creates a backup below `target`, with or without a running server: every table in one snapshot, and every file that a
 * row refers to. It is read back before it gets its final name. A backup with missing files is kept under a name that
 * says so, because its rows may be all that is left.
 * @throws {StartError} if the folder of files belongs to another database.
 */
export async function writeBackup(target: string, source: BackupSource): Promise<WrittenBackup> {
  const guard = await guardFiles(source.databaseUrl, source.filesFolder);
  try {
    const written = await write(target, source);
    await guard.noteBackup(written.problems.length === 0);
    return written;
  } finally {
    await guard.release();
  }
}

async function write(target: string, source: BackupSource): Promise<WrittenBackup> {
  const folder = resolve(target, `atoll-${stampOf(source.now)}Z`);
  const unfinished = resolve(target, unfinishedName(source.now));
  makeFolder(join(unfinished, "tables"));
  source.onBegin(unfinished);
  try {
    await removeLeftOver(target, source.now);
    // Files are only added and deleted, never changed. Most are copied before the rows are read, and the few new ones
    // afterwards. A file that is deleted during the copy is therefore still in the backup.
    await copyNewFiles(source.filesFolder, unfinished);
    const dump = await dumpDatabase(source.databaseUrl, unfinished);
    const files = await copyNewFiles(source.filesFolder, unfinished);
    const fileList = { file: fileListName, ...(await measure(join(unfinished, fileListName))) };
    const manifest: Manifest = {
      format: "atoll-backup-1",
      madeAt: source.now.toISOString(),
      atollVersion: source.atollVersion,
      ...dump,
      fileList,
      ...files,
    };
    const { problems } = await verifyBackup(unfinished, source.rows, manifest);
    await writeFile(join(unfinished, manifestName), `${JSON.stringify(manifest, undefined, 2)}\n`, {
      mode: 0o600,
      flush: true,
    });
    const named = problems.length > 0 ? `${folder}-incomplete` : folder;
    await rename(unfinished, named);
    await syncFolder(target);
    return { folder: named, manifest, problems };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Copies files that the backup does not have yet. @returns all files it has then. */
async function copyNewFiles(
  filesFolder: string,
  backup: string,
): Promise<{ fileCount: number; fileBytes: number }> {
  const list = join(backup, fileListName);
  await appendFile(list, "", { mode: 0o600 });
  for await (const path of walkFiles(filesFolder)) {
    const copy = join(backup, "files", ...path.split("/"));
    if (await isThere(copy)) continue;
    makeFolder(dirname(copy));
    const copied = await copyFile(join(filesFolder, path), copy);
    if (copied) await appendFile(list, listLine({ path, ...copied }));
  }
  return countListed(backup);
}

async function countListed(backup: string): Promise<{ fileCount: number; fileBytes: number }> {
  let [fileCount, fileBytes] = [0, 0];
  for await (const { sizeBytes } of readFileList(backup)) {
    fileCount += 1;
    fileBytes += sizeBytes;
  }
  return { fileCount, fileBytes };
}

/** Undefined if the file has since been deleted. */
async function copyFile(source: string, copy: string): Promise<Omit<ListedFile, "path"> | undefined> {
  try {
    return await writeMeasured(copy, createReadStream(source));
  } catch (error) {
    await rm(copy, { force: true });
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().catch(() => undefined);
  await handle.close();
}
