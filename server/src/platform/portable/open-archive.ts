import type { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { isNoFile } from "../backup/file-list.ts";
import { placeAt } from "../files/file-storage.ts";
import { linesOf } from "../files/split-lines.ts";
import { StartError } from "../log/start-error.ts";
import {
  type ArchivedTable,
  type ArchiveManifest,
  archivedFileSchema,
  archiveFilesName,
  archiveManifestName,
  parseManifest,
  partPath,
} from "./manifest.ts";
import { openPart, openSeal } from "./sealed-parts.ts";

export interface ArchivedFile {
  /** Below the folder of files. */
  path: string;
  sizeBytes: number;
  sha256: string;
  open: () => Promise<Readable>;
}

/** An archive of everything, on the disk. Nothing of it is in memory but its manifest. */
export interface Archive {
  manifest: ArchiveManifest;
  /** Reads a table as the archive has it. */
  readStored: (table: ArchivedTable) => Promise<Readable>;
  /** Makes lines of JSON of what was stored. */
  unseal: (table: ArchivedTable, stored: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;
  /** Reads the list of files as the archive has it. */
  readList: () => Promise<Readable>;
  /** Yields the files in the order of their list. */
  files: () => AsyncGenerator<ArchivedFile>;
  close: () => void;
}

const maxManifestBytes = 16 * 1024 ** 2;
/** Tables, the list of files, and the manifest. */
const maxParts = 2_000;
const maxListLine = 2_000;

/**
 * Opens an archive and compares its directory with its manifest. Contents are not read.
 * @throws {StartError} for a file that is no archive of everything, or whose parts are not those of its manifest.
 */
export async function openArchive(path: string, passphrase: string | undefined): Promise<Archive> {
  const zip = await openZip(path);
  try {
    const parts = await readParts(zip);
    const manifest = parseManifest(await readManifest(zip, parts.named.get(archiveManifestName)));
    const list = parts.named.get(archiveFilesName);
    if (!list || list.uncompressedSize !== manifest.files.list.sizeBytes) throw damaged(archiveFilesName);
    if (parts.fileCount !== manifest.files.count) throw damaged("the folder files");
    const entryOf = matchTables(manifest, parts.named);
    const key = await keyFor(manifest, passphrase);
    return {
      manifest,
      readStored: (table) => zip.openReadStreamPromise(entryOf(table)),
      unseal: (table, stored) => (table.isSealed && key ? openPart(key, table.file, stored) : stored),
      readList: () => zip.openReadStreamPromise(list),
      files: () => readFiles(path, zip, list),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Returns the error for a part that is not as the manifest says. */
export function damaged(part: string, options?: ErrorOptions): StartError {
  return new StartError(
    `${part} of the archive is missing, cut short or changed.`,
    "Nothing was changed. Use another archive.",
    options,
  );
}

async function openZip(path: string): Promise<ZipFile> {
  // Its own check of names refuses those that lead out of the archive.
  return openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }).catch(
    (cause: unknown) => {
      throw new StartError(
        `${path} is not a zip file, or it was cut short.`,
        "Name a file that npm run export has written, or that was downloaded as a whole. Nothing was changed.",
        { cause },
      );
    },
  );
}

interface Parts {
  named: Map<string, Entry>;
  fileCount: number;
}

async function readParts(zip: ZipFile): Promise<Parts> {
  const named = new Map<string, Entry>();
  let fileCount = 0;
  for await (const entry of entriesOf(zip)) {
    const { fileName } = entry;
    if (isFile(entry)) fileCount += 1;
    else if (named.has(fileName) || named.size >= maxParts) throw foreign(fileName);
    else named.set(fileName, entry);
  }
  return { named, fileCount };
}

const filesFolder = "files/";
const isFile = ({ fileName }: Entry): boolean => fileName.startsWith(filesFolder);

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    for await (const entry of zip.eachEntry()) {
      if (!isPartName(entry.fileName) || entry.isEncrypted()) throw foreign(entry.fileName);
      yield entry;
    }
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw damaged("The directory", { cause });
  }
}

function isPartName(name: string): boolean {
  if (name.startsWith(filesFolder)) {
    const place = placeAt(name.slice(filesFolder.length));
    return place !== undefined && !isNoFile(place.bucket);
  }
  return /^(manifest\.json|files\.jsonl|tables\/[a-z0-9_]+\.jsonl|sealed\/[a-z0-9_]+\.jsonl\.sealed)$/.test(
    name,
  );
}

function foreign(name: string): StartError {
  return new StartError(
    `The archive has a part that no archive of everything has: ${JSON.stringify(name.slice(0, 200))}.`,
    "Nothing was changed. Use an archive as npm run export has written it.",
  );
}

async function readManifest(zip: ZipFile, entry: Entry | undefined): Promise<string> {
  if (!entry)
    throw new StartError(
      `The zip file has no ${archiveManifestName}: it is no archive of everything, or it was cut short.`,
      "Name a file that npm run export has written. Nothing was changed.",
    );
  if (entry.uncompressedSize > maxManifestBytes) throw damaged(archiveManifestName);
  try {
    const bytes = Buffer.concat(await (await zip.openReadStreamPromise(entry)).toArray());
    if (crc32(bytes) !== entry.crc32) throw new Error("the checksum differs");
    return bytes.toString("utf8");
  } catch (cause) {
    throw damaged(archiveManifestName, { cause });
  }
}

/** Matches the entries with the tables of the manifest, one to one. */
function matchTables(
  { tables }: ArchiveManifest,
  named: ReadonlyMap<string, Entry>,
): (table: ArchivedTable) => Entry {
  const entries = new Map<string, Entry>();
  for (const { name, file, isSealed, sizeBytes } of tables) {
    const entry = named.get(file);
    if (file !== partPath(name, isSealed) || !entry || entry.uncompressedSize !== sizeBytes)
      throw damaged(file);
    entries.set(name, entry);
  }
  const others = [...named.keys()].filter((path) => ![archiveManifestName, archiveFilesName].includes(path));
  if (others.length !== entries.size || entries.size !== tables.length)
    throw foreign(others.find((path) => !tables.some(({ file }) => file === path)) ?? archiveManifestName);
  return ({ name }) => {
    const entry = entries.get(name);
    if (!entry) throw damaged(name);
    return entry;
  };
}

async function keyFor(
  { seal }: ArchiveManifest,
  passphrase: string | undefined,
): Promise<Buffer | undefined> {
  if (!seal) return undefined;
  if (passphrase === undefined)
    throw new StartError(
      "The secrets of this archive are sealed with a passphrase.",
      "Write the passphrase into a file and name it with --passphrase-file. Nothing was changed.",
    );
  return openSeal(seal, passphrase);
}

/** Reads the list of files and the entries side by side: both are in the same order. */
async function* readFiles(path: string, zip: ZipFile, list: Entry): AsyncGenerator<ArchivedFile> {
  // Entries are read only once from a directory.
  const directory = await openZip(path);
  try {
    const entries = entriesOf(directory);
    for await (const lines of linesOf(await zip.openReadStreamPromise(list), maxListLine)) {
      for (const line of lines) {
        const listed = parseListed(line);
        let entry = (await entries.next()).value as Entry | undefined;
        while (entry && !isFile(entry)) entry = (await entries.next()).value as Entry | undefined;
        if (!entry || entry.fileName !== `${filesFolder}${listed.path}`)
          throw damaged(`files/${listed.path}`);
        if (entry.uncompressedSize !== listed.sizeBytes) throw damaged(entry.fileName);
        const found = entry;
        yield { ...listed, open: () => zip.openReadStreamPromise(found) };
      }
    }
  } finally {
    directory.close();
  }
}

function parseListed(line: string) {
  try {
    return archivedFileSchema.parse(JSON.parse(line));
  } catch (cause) {
    throw damaged(archiveFilesName, { cause });
  }
}
