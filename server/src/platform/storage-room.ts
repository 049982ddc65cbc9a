import { statfs } from "node:fs/promises";
import { AppError } from "./app-error.ts";
import { isDatabaseFull } from "./database/availability.ts";
import { StartError } from "./log/start-error.ts";

/** The things that grow on a disk. Each is watched separately, because they may be on different disks. */
export type Grower = "files" | "database";

export interface RoomState {
  /** Whether nothing more can be stored. */
  isFull: boolean;
  /** Undefined if unknown, for example for a database on another machine. */
  freeBytes: number | undefined;
}

/** Checks whether there is space for uploads and writes. */
export interface StorageRoom {
  /** Whether the database is on a disk of this machine. */
  readonly hasDatabase: boolean;
  /** Returns the current state, for readiness checks. */
  state(): Promise<Record<Grower, RoomState>>;
  /**
   * Reserves space for a file that is about to be written, and returns a function that releases it afterwards.
   * @throws {AppError} `storage_full` if less than the reserve would be left.
   */
  takeRoom(sizeBytes: number): Promise<() => void>;
  /** Checks the error of a request: a disk that refuses a write is full, whatever its figures say. */
  notice(error: unknown): void;
}

export interface RoomOptions {
  /** The database's folder is undefined if it is not on this machine. */
  folders: { files: string; database: string | undefined };
  /** The space that uploads leave free on their disk, which usually also has the database, the log and the system. */
  keepFreeBytes: number;
  /** Returns the free space at a folder, in bytes. */
  freeBytesOf?: (folder: string) => Promise<number>;
}

/** With less than this, the database may fail to write. */
const databaseNeedsBytes = 64 * 1024 * 1024;
/**
 * How long a disk that refused a write counts as full. Short, so that the server is ready soon after space is freed.
 */
const refusalHoldsMs = 5_000;

/** Watches the disks of uploads and the database. */
export function watchRoom({ folders, keepFreeBytes, freeBytesOf = askDisk }: RoomOptions): StorageRoom {
  const refusedAt = { files: Number.NEGATIVE_INFINITY, database: Number.NEGATIVE_INFINITY };
  let takenBytes = 0;

  async function free(grower: Grower): Promise<number | undefined> {
    const folder = folders[grower];
    return folder === undefined ? undefined : freeBytesOf(folder);
  }

  async function stateOf(grower: Grower, neededBytes: number): Promise<RoomState> {
    const freeBytes = await free(grower);
    const wasRefused = performance.now() - refusedAt[grower] < refusalHoldsMs;
    return { freeBytes, isFull: wasRefused || (freeBytes !== undefined && freeBytes < neededBytes) };
  }

  return {
    hasDatabase: folders.database !== undefined,
    async state() {
      const [files, database] = await Promise.all([
        stateOf("files", keepFreeBytes),
        stateOf("database", databaseNeedsBytes),
      ]);
      return { files, database };
    },
    async takeRoom(sizeBytes) {
      const freeBytes = (await free("files")) ?? Number.POSITIVE_INFINITY;
      // Concurrent uploads have not been written yet.
      if (freeBytes - takenBytes - sizeBytes < keepFreeBytes)
        throw new AppError("storage_full", { detail: `${freeBytes} bytes are free` });
      takenBytes += sizeBytes;
      return () => {
        takenBytes -= sizeBytes;
        sizeBytes = 0;
      };
    },
    notice(error) {
      const cause = error instanceof AppError && error.code === "storage_full" ? error.cause : undefined;
      // A full store on another machine says so itself, and takes no node out of service.
      const isRefusedByDisk = cause !== undefined && !(cause instanceof StartError);
      if (isRefusedByDisk) refusedAt.files = performance.now();
      if (isDatabaseFull(error)) refusedAt.database = performance.now();
    },
  };
}

async function askDisk(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
