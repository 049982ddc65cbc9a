import type { Readable } from "node:stream";

/** Where a file lies: a key such as `public/…/name` in a bucket. */
export interface FilePlace {
  bucket: string;
  /** Parts of letters, digits, dots, dashes and underscores, joined by slashes. */
  key: string;
}

/** A file that has arrived whole and is not kept yet. */
export interface StagedFile {
  /** On this machine, to look into it. */
  path: string;
  sizeBytes: number;
  /**
   * Keeps it for good under its key. Never overwrites: a key that is taken is an error.
   * @throws {AppError} `storage_full`.
   */
  keepAs(place: FilePlace): Promise<void>;
  /** Throws it away, unless it was kept. */
  discard(): Promise<void>;
}

/** First and last byte, counted from 0, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where the files of all slices lie. What lies there is only reached through a slice that knows whose it is. */
export interface FileStorage {
  /**
   * Takes in a stream. When it breaks off, nothing of it is left.
   * @throws {AppError} `file_too_large` as soon as more than `maxBytes` have come; `storage_full`.
   */
  stage(
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    limits: { maxBytes: number },
  ): Promise<StagedFile>;
  /** The whole file, or a range within it. Undefined: there is none under this key. */
  read(
    place: FilePlace,
    range?: ByteRange,
  ): Promise<{ content: Readable /** Of the whole file. */; sizeBytes: number } | undefined>;
  /** A file that is not there is no error. */
  delete(place: FilePlace): Promise<void>;
  /** Throws away what was staged before and neither kept nor discarded, because a process was killed. */
  discardLeftOvers(olderThan: Date): Promise<void>;
}
