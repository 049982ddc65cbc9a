import type { Readable } from "node:stream";
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
   * @throws {AppError} `files_unavailable`.
   */
  read(
    place: FilePlace,
    range?: ByteRange,
  ): Promise<{ content: Readable /** Of the whole file. */; sizeBytes: number } | undefined>;
  /** Deletes a file. Does nothing if it does not exist. Called when no row names the file any more. */
  delete(place: FilePlace): Promise<void>;
  /** Deletes staged files and unfinished uploads that killed processes left behind. */
  discardLeftOvers(olderThan: Date): Promise<void>;
  readonly site: StorageSite;
}

/** Where a storage is, for starts, health checks and commands. */
export interface StorageSite {
  /** As it begins a sentence. */
  readonly name: string;
  /** What an operator who named the wrong one can do. */
  readonly hint: string;
  /** Where its mark is. */
  readonly markPlace: string;
  /** Whether all nodes lose it together when it fails, so that no other one could take over. */
  readonly isRemote: boolean;
  /** When a remote storage last failed a request, by `performance.now()`. */
  lastFailedAt(): number;
  /** Returns the mark of the database whose files are here. */
  readMark(): Promise<string | undefined>;
  writeMark(mark: string): Promise<void>;
  /** From then on, no server with a marked database uses this storage. */
  removeMark(): Promise<void>;
  /** @throws an error with the reason if this machine cannot receive files. */
  tryToWrite(): Promise<void>;
  /** @throws an error with the reason if the storage takes no files. Asks a remote one. */
  tryToStore(): Promise<void>;
}

/** Returns the parts of a place. The server generates keys; that none leads elsewhere is checked nevertheless. */
export function partsOfPlace({ bucket, key }: FilePlace, reserved: readonly string[]): string[] {
  const parts = [bucket, ...key.split("/")];
  if (reserved.includes(bucket) || !parts.every((part) => /^[\w-][\w.-]*$/.test(part)))
    throw new AppError("internal_error", { detail: "a key that is none" });
  return parts;
}

/** Returns the place of a file by its path below a folder of files. */
export function placeAt(path: string): FilePlace {
  const at = path.indexOf("/");
  return { bucket: path.slice(0, at), key: path.slice(at + 1) };
}

/** Takes an object that is not what was stored for one that does not exist. */
export function ignoreChanged(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== "attachment_not_found") throw error;
}

/** Reads a stored file to its end. Undefined if it does not exist. */
export async function measureStored(
  files: Pick<FileStorage, "read">,
  place: FilePlace,
): Promise<Measured | undefined> {
  const found = await files.read(place);
  return found && measureContent(found.content);
}
