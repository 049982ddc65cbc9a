import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../app-error.ts";
import { type Measured, measureContent } from "./measured-copy.ts";

/** A file's place: a key such as `public/…/name` in a bucket. */
export interface FilePlace {
  bucket: string;
  /** Parts of letters, digits, dots, dashes and underscores, joined by slashes. */
  key: string;
}

/** A completely received file that is not stored yet. */
export interface StagedFile extends Measured {
  /** On this machine, to look into it. */
  path: string;
  /**
   * Stores the file under its key, durably. Never overwrites: an existing key is an error.
   * @throws {AppError} `storage_full`, `files_unavailable`.
   */
  keepAs(place: FilePlace): Promise<void>;
  /** Deletes the file, unless it was stored. */
  discard(): Promise<void>;
}

/** First and last byte, counted from 0, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The storage of all slices' files. Only slices that know a file's owner give access to it. */
export interface FileStorage {
  /**
   * Stores a stream as a staged file. Leaves no partial file if the stream breaks off.
   * @throws {AppError} `file_too_large` as soon as more than `maxBytes` have arrived; `storage_full`.
   */
  stage(
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    limits: { maxBytes: number },
  ): Promise<StagedFile>;
  /**
   * Reads the whole file, or a range of it. Undefined if the key does not exist.
   * @param known its hash by its row, which proves an object that has lost what was stored with it.
   * @throws {AppError} `files_unavailable`.
   */
  read(
    place: FilePlace,
    range?: ByteRange,
    known?: string,
  ): Promise<{ content: Readable /** Of the whole file. */; sizeBytes: number } | undefined>;
  /** Deletes a file. Does nothing if it does not exist. Called when no row names the file any more. */
  delete(place: FilePlace): Promise<void>;
  /** Deletes staged files and unfinished uploads that killed processes left behind. */
  discardLeftOvers(olderThan: Date): Promise<void>;
  /** Deletes staged files that killed processes left on this machine. */
  discardReceived(olderThan: Date): Promise<void>;
  readonly site: StorageSite;
}

/** Where a storage is, for starts, health checks and commands. */
export interface StorageSite {
  /** As it begins a sentence. */
  readonly name: string;
  /** Advice for an operator who named the wrong one. */
  readonly hint: string;
  /** Where its mark is. */
  readonly markPlace: string;
  /** Whether all nodes lose it together when it fails, so that no other one could take over. */
  readonly isRemote: boolean;
  /** When a remote storage last failed a request, by `performance.now()`. */
  lastFailedAt(): number;
  /** Whether a remote storage did not take what it was last given, such as a full one, which can still be read. */
  isRefusing(): boolean;
  /** Returns the mark of the database whose files are here. */
  readMark(signal?: AbortSignal): Promise<string | undefined>;
  writeMark(mark: string): Promise<void>;
  /** From then on, no server with a marked database uses this storage. */
  removeMark(): Promise<void>;
  /** @throws an error with the reason if this machine cannot receive files. */
  tryToWrite(): Promise<void>;
  /** @throws an error with the reason if the storage takes no files. Asks a remote one. */
  tryToStore(): Promise<void>;
}

/** Returns the parts of a place. The server generates keys; that none leads elsewhere is checked nevertheless. */
export function partsOfPlace(place: FilePlace, reserved: readonly string[]): string[] {
  const parts = partsOf(place);
  if (reserved.includes(place.bucket) || !parts.every(isPart))
    throw new AppError("internal_error", { detail: "a key that is none" });
  return parts;
}

/** Returns the place of a file by its path below a folder of files. Undefined for what Atoll has not put there. */
export function placeAt(path: string): FilePlace | undefined {
  const [bucket = "", ...rest] = path.split("/");
  const place = { bucket, key: rest.join("/") };
  return rest.length > 0 && partsOf(place).every(isPart) ? place : undefined;
}

const partsOf = ({ bucket, key }: FilePlace): string[] => [bucket, ...key.split("/")];
const isPart = (part: string): boolean => /^[\w-][\w.-]*$/.test(part);

/** Takes an object that is not what was stored for one that does not exist. */
export function ignoreChanged(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== "attachment_not_found") throw error;
}

const firstPauseMs = 200;
const longestPauseMs = 15_000;

/**
 * Repeats work on one file, with growing pauses, when the store breaks it off: among many thousands of files one always
 * does, and commands that take hours would never end.
 * @param signal ends the pauses.
 */
export async function insist<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  for (let pause = firstPauseMs; ; pause *= 4) {
    try {
      return await work();
    } catch (error) {
      const isAway = error instanceof AppError && error.code === "files_unavailable";
      if (!isAway || pause > longestPauseMs) throw error;
    }
    await sleep(pause, undefined, signal && { signal });
  }
}

/** Reads a stored file to its end. Undefined if it does not exist. */
export async function measureStored(
  files: Pick<FileStorage, "read">,
  place: FilePlace,
  known?: string,
): Promise<Measured | undefined> {
  const found = await files.read(place, undefined, known);
  return found && measureContent(found.content);
}
