import { access, appendFile, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import pg from "pg";
import { AppError } from "../app-error.ts";
import { obstacleOf } from "../database/availability.ts";
import { exists } from "../database/embedded/process-table.ts";
import { insist } from "../files/file-storage.ts";
import { measure, writeMeasured } from "../files/measured-copy.ts";
import { assertMark } from "../files/storage-mark.ts";
import { makeFolder } from "../make-folder.ts";
import type { BackupFiles } from "./backup-files.ts";
import type { RowsOfFiles } from "./compare-files.ts";
import { dumpDatabase } from "./dump-database.ts";
import { type ListedFile, listLine, readFileList } from "./file-list.ts";
import { fileListName, type Manifest, manifestName } from "./manifest.ts";
import { type VerifiedBackup, verifyBackup } from "./verify-backup.ts";

/**
 * No backup takes this long. For a backup started on another machine, its age is the only sign that it was interrupted.
 */
const longestDays = 7;

/** Returns the name of a backup in progress, with its start time and process. */
function unfinishedName(now: Date): string {
  return `.unfinished-${stampOf(now)}-${process.pid}@${hostname()}`;
}

/** Formats an instant for the name of a folder, in UTC with seconds. */
function stampOf(instant: Date): string {
  return instant.toISOString().slice(0, 19).replaceAll(":", "-");
}

/** Deletes backups that were killed before they finished: each may be as large as a whole one. */
async function removeLeftOver(target: string, now: Date): Promise<void> {
  for (const name of await readdir(target)) {
    if (isLeftOver(name, now)) await rm(join(target, name), { recursive: true, force: true });
  }
}

function isLeftOver(name: string, now: Date): boolean {
  const [, stamp, pid, host] = /^\.unfinished-([\dT-]{19})-(\d+)(?:@(.+))?$/.exec(name) ?? [];
  if (!stamp) return false;
  const longestAgo = new Date(now.getTime() - longestDays * 86_400_000);
  // Stamps are in the order of time.
  return stamp < stampOf(longestAgo) || (host === hostname() && !exists(Number(pid)));
}

export interface BackupSource {
  databaseUrl: string;
  /** The uploaded files. */
  files: BackupFiles;
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
  const guard = await guardFiles(source.databaseUrl, source.files);
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
    await copyNewFiles(source.files, unfinished);
    const dump = await dumpDatabase(source.databaseUrl, unfinished);
    const files = await copyNewFiles(source.files, unfinished);
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
  files: BackupFiles,
  backup: string,
): Promise<{ fileCount: number; fileBytes: number }> {
  const list = join(backup, fileListName);
  await appendFile(list, "", { mode: 0o600 });
  for await (const path of files.list()) {
    const copy = join(backup, "files", ...path.split("/"));
    if (await isThere(copy)) continue;
    makeFolder(dirname(copy));
    const copied = await insist(() => copyFile(files, path, copy));
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
async function copyFile(
  files: BackupFiles,
  path: string,
  copy: string,
): Promise<Omit<ListedFile, "path"> | undefined> {
  try {
    const content = await files.open(path);
    return content && (await writeMeasured(copy, content));
  } catch (error) {
    await rm(copy, { force: true });
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    // An object that was changed: the rows show that it is missing.
    if (error instanceof AppError && error.code === "attachment_not_found") return undefined;
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

interface FileGuard {
  /** Notes in the database that a backup was made, for the operator's monitoring. */
  noteBackup: (isComplete: boolean) => Promise<void>;
  release: () => Promise<void>;
}

/**
 * Checks that the folder of files belongs to the database, and keeps every node from deleting discarded files until
 * `release`: a file whose row is in the backup then stays until it is copied.
 * @throws {StartError} for a folder that belongs to another database.
 */
async function guardFiles(databaseUrl: string, { site }: BackupFiles): Promise<FileGuard> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "atoll backup" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL idle_in_transaction_session_timeout = 0");
    // The sweep of files takes this lock exclusively, and does nothing if it cannot.
    await client.query("SELECT pg_advisory_xact_lock_shared(hashtext('atoll files'))");
    const mark = await readMark(client);
    if (mark) await assertMark(site, mark);
    return {
      async noteBackup(isComplete) {
        if (!(await hasTable(client, "backups"))) return;
        await client
          .query("INSERT INTO backups (is_complete) VALUES ($1)", [isComplete])
          .catch(ignoreReadOnly);
        await client.query("COMMIT");
      },
      release: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Undefined: no server of a version with marks has run on this database. */
async function readMark(client: pg.Client): Promise<string | undefined> {
  if (!(await hasTable(client, "files_folder"))) return undefined;
  const { rows } = await client.query<{ mark: string }>(
    "SELECT mark FROM files_folder WHERE marked_at IS NOT NULL",
  );
  return rows[0]?.mark;
}

async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query("SELECT WHERE to_regclass($1) IS NOT NULL", [name]);
  return rowCount === 1;
}

/** A backup may be made from a standby. */
function ignoreReadOnly(error: unknown): void {
  if (obstacleOf(error) !== "database_read_only") throw error;
}
