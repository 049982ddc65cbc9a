import type { Readable } from "node:stream";

/** A file's place: a key such as `public/…/name` in a bucket. */
export interface FilePlace {
  bucket: string;
  /** Parts of letters, digits, dots, dashes and underscores, joined by slashes. */
  key: string;
}

/** A completely received file that is not stored yet. */
export interface StagedFile {
  /** On this machine, to look into it. */
  path: string;
  sizeBytes: number;
  /**
   * Stores the file under its key. Never overwrites: an existing key is an error.
   * @throws {AppError} `storage_full`.
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
  /** Reads the whole file, or a range of it. Undefined if the key does not exist. */
  read(
    place: FilePlace,
    range?: ByteRange,
  ): Promise<{ content: Readable /** Of the whole file. */; sizeBytes: number } | undefined>;
  /** Deletes a file. Does nothing if it does not exist. */
  delete(place: FilePlace): Promise<void>;
  /** Deletes staged files that killed processes left behind. */
  discardLeftOvers(olderThan: Date): Promise<void>;
}
