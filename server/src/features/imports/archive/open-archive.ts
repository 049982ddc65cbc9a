import { posix } from "node:path";
import { Readable } from "node:stream";
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  validateFileName,
} from "yauzl";
import type { FileStorage } from "../../../platform/files/file-storage.ts";
import { shareLoop } from "../../../platform/turns/share-loop.ts";

/** The bucket of uploaded files, which only imports read. */
export const importBucket = "imports";

/** A part of the uploaded file in storage. */
export interface ArchivePart {
  start: number;
  size_bytes: number;
  key: string;
}

/** A zip file, read entry by entry from its parts. */
export interface Archive {
  /** The paths of its files, without those that are unsafe. */
  paths: readonly string[];
  sizeOf(path: string): number | undefined;
  /** Why files were left out: a kind of line, and the path. */
  leftOut: readonly { kind: string; detail: string }[];
  /** Throws if a part of the uploaded file could not be read, so that nothing passes for a damaged entry. */
  assertWhole(): void;
  /** Throws for a damaged entry, at the latest at its end. Undefined if there is none of this path. */
  read(path: string): Promise<Readable | undefined>;
  /** Deletes what was unpacked for reading it. */
  close?(): Promise<void>;
}

/** The file cannot be read as a whole. Its message is for administrators. */
export class UnreadableArchive extends Error {}

export const maxEntries = 300_000;
const maxPathLength = 1_000;
/** JSON and text unpack to about ten times their size. */
export const maxRatio = 200;
export const uncheckedBytes = 1024 * 1024;
const maxTotalBytes = 500 * 1024 ** 3;
/** Entries that were packed one after the other are in the same parts. */
const keptParts = 3;

/**
 * Opens an uploaded zip file, including ones of more than 4 GB. Only its directory and a few parts are in memory.
 * @throws {UnreadableArchive} for a file that is no zip file or was cut off, and for one that is made to fill the disk.
 */
function openArchive(files: Pick<FileStorage, "read">, parts: readonly ArchivePart[]): Promise<Archive> {
  const total = parts.reduce((sum, part) => sum + part.size_bytes, 0);
  return readDirectory(new PartsReader(files, parts), total);
}

/**
 * Opens a zip file by its reader.
 * @throws {UnreadableArchive}
 */
export async function readDirectory(
  reader: RandomAccessReader & { assertWhole(): void },
  total: number,
): Promise<Archive> {
  const zip = await fromRandomAccessReaderPromise(reader, total, {
    lazyEntries: true,
    // With its own decoding, one unsafe path would fail the whole file.
    decodeStrings: false,
    validateEntrySizes: true,
    strictFileNames: false,
    autoClose: false,
  }).catch((cause: unknown) => {
    reader.assertWhole();
    throw new UnreadableArchive("This is not a zip file, or it was cut off. Export it again.", { cause });
  });
  if (zip.entryCount > maxEntries)
    throw new UnreadableArchive(`The zip file has more than ${maxEntries.toLocaleString("en")} files.`);
  const entries = new Map<string, Entry>();
  const leftOut: { kind: string; detail: string }[] = [];
  const pause = shareLoop();
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      await pause();
      const path = nameOf(entry).normalize("NFC");
      if (path.endsWith("/") || isOfSystem(path)) continue;
      const kind = problemOf(entry, path);
      if (kind) {
        leftOut.push({ kind, detail: path.slice(0, 200) });
        continue;
      }
      unpacked += entry.uncompressedSize;
      if (unpacked > maxTotalBytes) throw new UnreadableArchive("The zip file unpacks to more than 500 GB.");
      entries.set(path, entry);
    }
  } catch (cause) {
    if (cause instanceof UnreadableArchive) throw cause;
    reader.assertWhole();
    throw new UnreadableArchive("The zip file is damaged. Export it again.", { cause });
  }
  if (entries.size === 0 && leftOut.some(({ kind }) => kind === "entry_encrypted"))
    throw new UnreadableArchive("The zip file is encrypted. Unpack it, and make one without a password.");
  return {
    paths: [...entries.keys()],
    leftOut,
    assertWhole: () => reader.assertWhole(),
    sizeOf: (path) => entries.get(path)?.uncompressedSize,
    async read(path) {
      const entry = entries.get(path);
      return entry && zip.openReadStreamPromise(entry);
    },
  };
}

/** Few enough bytes that reading them takes no noticeable time at once. */
const chunkBytes = 64 * 1024;

/**
 * Opens an uploaded file: a zip file, or a single file of a kind that the product writes, as an archive with one entry.
 * @param endings of the names of single files, such as ".json".
 * @throws {UnreadableArchive}
 */
export async function openUpload(
  files: Pick<FileStorage, "read">,
  parts: readonly ArchivePart[],
  { name, endings }: { name: string; endings: readonly string[] },
): Promise<Archive> {
  const size = parts.reduce((sum, part) => sum + part.size_bytes, 0);
  const reader = new PartsReader(files, parts);
  const head = Buffer.concat(await Readable.from(reader.range(0, Math.min(2, size))).toArray());
  const guessed = head.toString("latin1").startsWith("<") ? ".xml" : endings[0];
  const ending = endings.find((one) => name.toLowerCase().endsWith(one)) ?? guessed;
  if (!ending || endings.length === 0 || head.toString("latin1") === "PK") return openArchive(files, parts);
  const own = name.split(/[\\/]/).at(-1) ?? "";
  const path = own.toLowerCase().endsWith(ending) && isPlainPath(own) ? own : `upload${ending}`;
  return {
    paths: [path],
    leftOut: [],
    sizeOf: (wanted) => (wanted === path ? size : undefined),
    assertWhole: () => reader.assertWhole(),
    read: async (wanted) => (wanted === path ? Readable.from(inChunks(reader.range(0, size))) : undefined),
  };
}

async function* inChunks(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const pause = shareLoop();
  for await (const piece of content)
    for (let at = 0; at < piece.length; at += chunkBytes) {
      await pause();
      yield piece.subarray(at, at + chunkBytes);
    }
}

const nameOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string =>
  getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);

/** Returns whether a path of an archive stays within it. */
export const isSafePath = (path: string): boolean =>
  validateFileName(path) === null &&
  !path.includes("\0") &&
  !posix.normalize(path).startsWith("..") &&
  path.length <= maxPathLength;

/** Returns whether a path that a text names is the one that an archive has, without detours. */
export const isPlainPath = (path: string): boolean => isSafePath(path) && posix.normalize(path) === path;

function problemOf(entry: Entry, path: string): string | undefined {
  // The upper half has the mode of Unix: a symbolic link is 0o120000.
  const type = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (!isSafePath(path) || (type !== 0 && type !== 0o100000)) return "path_refused";
  if (entry.isEncrypted()) return "entry_encrypted";
  const isDense = entry.uncompressedSize > maxRatio * Math.max(1, entry.compressedSize);
  if (isDense && entry.uncompressedSize > uncheckedBytes) return "entry_too_dense";
  return undefined;
}

/** Files that operating systems add on their own. */
export const isOfSystem = (path: string) =>
  path.split("/").some((part) => part === "__MACOSX" || part === ".DS_Store" || part.startsWith("._"));

/** Reads any range of a file that is stored in parts. */
class PartsReader extends RandomAccessReader {
  readonly #files: Pick<FileStorage, "read">;
  readonly #parts: readonly ArchivePart[];
  readonly #kept = new Map<string, Promise<Buffer>>();
  #trouble: unknown;

  constructor(files: Pick<FileStorage, "read">, parts: readonly ArchivePart[]) {
    super();
    this.#files = files;
    this.#parts = parts;
  }

  assertWhole(): void {
    if (this.#trouble !== undefined) throw this.#trouble;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.range(start, end));
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    this.#fill(buffer, offset, length, position).then(
      () => done(null),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    );
  }

  async #fill(buffer: Buffer, offset: number, length: number, position: number): Promise<void> {
    let at = offset;
    for await (const piece of this.range(position, position + length)) at += piece.copy(buffer, at);
    if (at !== offset + length) throw new Error("the file ends too early");
  }

  async *range(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const part = this.#partAt(at);
      if (!part) return;
      const bytes = await this.#load(part);
      const piece = bytes.subarray(at - part.start, Math.min(end - part.start, bytes.length));
      if (piece.length === 0) return;
      yield piece;
      at += piece.length;
    }
  }

  #partAt(position: number): ArchivePart | undefined {
    let [low, high] = [0, this.#parts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#parts[middle]?.start ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return this.#parts[low];
  }

  #load(part: ArchivePart): Promise<Buffer> {
    const known = this.#kept.get(part.key);
    const loading =
      known ??
      this.#read(part).catch((error: unknown) => {
        this.#trouble ??= error;
        throw error;
      });
    // The one that was used last is at the end.
    this.#kept.delete(part.key);
    this.#kept.set(part.key, loading);
    for (const key of this.#kept.keys()) {
      if (this.#kept.size <= keptParts) break;
      this.#kept.delete(key);
    }
    return loading;
  }

  async #read({ key, size_bytes }: ArchivePart): Promise<Buffer> {
    const file = await this.#files.read({ bucket: importBucket, key });
    if (!file) throw new Error("a part of the file is missing");
    const chunks: Buffer[] = [];
    for await (const chunk of file.content) chunks.push(Buffer.from(chunk));
    const bytes = Buffer.concat(chunks);
    if (bytes.length !== size_bytes) throw new Error("a part of the file is damaged");
    return bytes;
  }
}
