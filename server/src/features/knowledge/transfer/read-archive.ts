import { extname, posix } from "node:path";
import {
  importImagesMaxBytes,
  importMaxEntries,
  importPathMaxLength,
  importTextMaxBytes,
} from "@atoll/contract/knowledge/transfer-limits";
import { type Entry, fromBufferPromise, validateFileName, type ZipFile } from "yauzl";
import { AppError } from "../../../platform/app-error.ts";
import { shareLoop } from "../../../platform/turns/share-loop.ts";
import { isImagePath } from "./image-links.ts";

export interface Archive {
  /** The Markdown files, in the order of their paths. */
  files: { path: string; text: string }[];
  /** The stated sizes of images by path. They are unpacked when a page that shows them is imported. */
  imageBytes: ReadonlyMap<string, number>;
  /** @throws {AppError} `import_unreadable`, `import_too_large`. */
  readImage(path: string): Promise<Buffer>;
  /** Files of other kinds, which are never unpacked. */
  otherFiles: number;
}

const unreadable = (reason: string, cause?: unknown) =>
  new AppError("import_unreadable", { figures: { reason }, detail: reason, cause });
const tooLarge = (limit: string) => new AppError("import_too_large", { figures: { limit }, detail: limit });

/**
 * Reads the Markdown files of a zip file, in memory. Nothing of it is written to disk.
 * @throws {AppError} `import_unreadable` for a damaged or encrypted file, and for paths or links that lead out of it;
 *   `import_too_large`, which names the limit.
 */
export async function readArchive(bytes: Buffer): Promise<Archive> {
  const zip = await open(bytes);
  if (zip.entryCount > importMaxEntries) throw tooLarge(`${importMaxEntries} files`);
  const pause = shareLoop();
  const files: Archive["files"] = [];
  const images = new Map<string, Entry>();
  let otherFiles = 0;
  let room = importTextMaxBytes;
  try {
    for await (const entry of zip.eachEntry()) {
      assertHarmless(entry);
      await pause();
      const path = entry.fileName.normalize("NFC");
      if (path.endsWith("/") || isOfSystem(path)) continue;
      if (isImagePath(path)) {
        images.set(path, entry);
        continue;
      }
      if (![".md", ".markdown"].includes(extname(path).toLowerCase())) {
        otherFiles += 1;
        continue;
      }
      const text = asText(await readEntry(zip, entry, room, textLimit));
      room -= entry.uncompressedSize;
      files.push({ path, text });
    }
  } catch (error) {
    throw error instanceof AppError ? error : unreadable("it is damaged", error);
  }
  if (files.length === 0) throw unreadable("it has no Markdown files");
  files.sort((one, other) => (one.path < other.path ? -1 : 1));
  let imageRoom = importImagesMaxBytes;
  return {
    ...{
      files,
      otherFiles,
      imageBytes: new Map([...images].map(([path, { uncompressedSize }]) => [path, uncompressedSize])),
    },
    async readImage(path) {
      const entry = images.get(path);
      if (!entry) throw unreadable("an image is missing");
      try {
        const content = await readEntry(zip, entry, imageRoom, imageLimit);
        imageRoom -= content.length;
        return content;
      } catch (error) {
        throw error instanceof AppError ? error : unreadable("it is damaged", error);
      }
    },
  };
}

async function open(bytes: Buffer): Promise<ZipFile> {
  try {
    return await fromBufferPromise(bytes, {
      lazyEntries: true,
      decodeStrings: true,
      validateEntrySizes: true,
      strictFileNames: false,
      // Images are read after the last entry. It is all in memory, so nothing stays open.
      autoClose: false,
    });
  } catch (error) {
    throw unreadable("it is not a zip file", error);
  }
}

function assertHarmless(entry: Entry): void {
  if (validateFileName(entry.fileName) !== null || posix.normalize(entry.fileName).startsWith(".."))
    throw unreadable("a path in it leads out of the file");
  if (entry.fileName.length > importPathMaxLength) throw unreadable("a path in it is too long");
  // The upper half has the mode of Unix: a symbolic link is 0o120000.
  const type = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (type !== 0 && type !== 0o100000 && type !== 0o040000) throw unreadable("it has links in it");
  if (entry.isEncrypted()) throw unreadable("it is encrypted");
}

/** Files that operating systems add on their own. */
const isOfSystem = (path: string) =>
  path.split("/").some((part) => part === "__MACOSX" || part === ".git" || part.startsWith("._"));

const textLimit = `${importTextMaxBytes / 2 ** 20} MB of text`;
const imageLimit = `${importImagesMaxBytes / 2 ** 20} MB of images`;

/** Checks the size that the file states first, and then the bytes that really come. */
async function readEntry(zip: ZipFile, entry: Entry, maxBytes: number, limit: string): Promise<Buffer> {
  if (entry.uncompressedSize > maxBytes) throw tooLarge(limit);
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError("a zip file is read as bytes");
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function asText(bytes: Buffer): string {
  const text = new TextDecoder("utf-8", { fatal: false }).decode(bytes);
  return text.replaceAll("\r\n", "\n").replaceAll("\0", "");
}
