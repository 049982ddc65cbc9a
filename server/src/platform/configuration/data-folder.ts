import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartError } from "../log/start-error.ts";
import { makeFolder } from "../make-folder.ts";

export interface DataFolderLock {
  /** The absolute path of the locked folder. */
  readonly path: string;
  /** Stores this server's address for a second one that tries to start. */
  announce(address: string): void;
  /** Releases the folder, as the end of the process does. */
  release(): void;
}

/** Another server runs on the data folder. */
export class DataFolderInUse extends StartError {}

/**
 * Creates the data folder if it does not exist, accessible to its owner only, and locks it for this process.
 *
 * The lock is SQLite's lock on an empty file: the kernel releases it when the process ends in any way, so it is never
 * stale, and it works between containers that share a volume.
 * @throws {StartError} if the folder is not writable.
 * @throws {DataFolderInUse} if another server has the lock.
 */
export function lockDataFolder(folder: string): DataFolderLock {
  const path = resolve(folder);
  createFolder(path);
  const database = takeLock(path);
  held.add(database);
  const holder: Holder = { pid: process.pid, since: new Date().toISOString() };
  writeHolder(path, holder);
  return {
    path,
    announce: (address) => writeHolder(path, { ...holder, address }),
    release: () => {
      rmSync(holderFile(path), { force: true });
      held.delete(database);
      database.close();
    },
  };
}

// A database that nothing refers to would be collected, and its lock with it.
const held = new Set<DatabaseSync>();

interface Holder {
  pid: number;
  since: string;
  address?: string;
}

function createFolder(path: string): void {
  try {
    makeFolder(path);
  } catch (error) {
    throw unwritable(path, error);
  }
}

function takeLock(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    const file = join(path, "lock.sqlite");
    makePrivateFile(file);
    database = new DatabaseSync(file, { timeout: 0 });
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    database?.close();
    throw isBusy(error) ? alreadyTaken(path) : unwritable(path, error);
  }
}

/** Creates a file that only the owner can open, since anyone who can open it can lock it. */
function makePrivateFile(file: string): void {
  try {
    // Never opened when it exists: closing it here would drop a lock that this process has on it.
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/** 5 is SQLITE_BUSY: another process holds the lock. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === 5;
}

function alreadyTaken(path: string): StartError {
  return new DataFolderInUse(
    `The data folder ${path} is in use by another Atoll server${describeHolder(path)}.`,
    "Stop that server first, or give this one a folder of its own with ATOLL_DATA_DIR.",
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function unwritable(path: string, error: unknown): StartError {
  const reason = error instanceof Error ? error.message : String(error);
  return new StartError(
    `The data folder ${path} cannot be used: ${reason}.`,
    "Make it writable for the user who runs Atoll, or name another folder with ATOLL_DATA_DIR.",
    { cause: error },
  );
}

/**
 * Returns the process in the file next to the lock, which itself cannot be read. Best effort: the file may be missing
 * or half-written.
 */
function describeHolder(path: string): string {
  try {
    const holder: unknown = JSON.parse(readFileSync(holderFile(path), "utf8"));
    if (typeof holder !== "object" || holder === null || !("pid" in holder)) return "";
    const address = "address" in holder ? ` at ${holder.address}` : "";
    return ` (process ${holder.pid}${address})`;
  } catch {
    return "";
  }
}

function writeHolder(path: string, holder: Holder): void {
  writeFileSync(holderFile(path), `${JSON.stringify(holder)}\n`, { mode: 0o600 });
}

function holderFile(path: string): string {
  return join(path, "server.json");
}
