import { createGunzip } from "node:zlib";
import { shareLoop } from "../../../platform/turns/share-loop.ts";
import {
  type Archive,
  isOfSystem,
  isSafePath,
  maxEntries,
  maxRatio,
  UnreadableArchive,
  uncheckedBytes,
} from "./open-archive.ts";
import { createUnnamedFile, type UnnamedFile } from "./unnamed-file.ts";

const blockBytes = 512;
/** Long paths are in blocks of their own in front of a file. */
const maxExtraBytes = 64 * 1024;
/** Each file can have a header for its path, and one for what else is said of it. */
const maxHeaders = 3 * maxEntries;
const writeBytes = 1024 * 1024;

interface Entry {
  path: string;
  size: number;
  isFile: boolean;
}

/**
 * Opens a tar file, also a packed one. It can only be read from its beginning, so its files wait on the disk, in one file
 * without a name: nothing is left of it after a kill.
 * @throws {UnreadableArchive} for one that is damaged, or is made to fill the disk or the memory.
 */
export async function openTar(archive: Archive, path: string, signal?: AbortSignal): Promise<Archive> {
  const content = await archive.read(path);
  if (!content) throw new UnreadableArchive("The archive is empty. Export it again.");
  const file = await createUnnamedFile();
  const packed = archive.sizeOf(path) ?? 0;
  try {
    const unpacked = /\.t?gz$/i.test(path) ? content.pipe(createGunzip()) : content;
    content.once("error", (error) => unpacked.destroy(error));
    const { entries, leftOut } = await unpack(unpacked, file, packed, signal);
    return {
      paths: [...entries.keys()],
      leftOut: [...archive.leftOut, ...leftOut],
      assertWhole: () => archive.assertWhole(),
      sizeOf: (wanted) => entries.get(wanted)?.size,
      async read(wanted) {
        const entry = entries.get(wanted);
        return entry && file.stream(entry.start, entry.size);
      },
      async close() {
        await file.close();
        await archive.close?.();
      },
    };
  } catch (error) {
    await file.close();
    archive.assertWhole();
    if (error instanceof UnreadableArchive || signal?.aborted) throw error;
    throw new UnreadableArchive("The archive is damaged or was cut off. Export it again.", { cause: error });
  } finally {
    content.destroy();
  }
}

/** Writes the contents of all files one after the other, and returns where each is. */
async function unpack(
  content: AsyncIterable<Uint8Array>,
  file: UnnamedFile,
  packed: number,
  signal: AbortSignal | undefined,
) {
  const entries = new Map<string, { start: number; size: number }>();
  const leftOut: Archive["leftOut"][number][] = [];
  const reader = readerOf(content, packed, signal);
  let [written, count] = [0, 0];
  for await (const entry of headersIn(reader)) {
    count += 1;
    if (count > maxEntries)
      throw new UnreadableArchive(`The archive has more than ${maxEntries.toLocaleString("en")} files.`);
    const path = entry.path.replace(/^(?:\.\/)+/, "").normalize("NFC");
    const isKept = entry.isFile && isSafePath(path) && !isOfSystem(path) && !path.endsWith("/");
    // Links lead out of an archive. Folders are no files.
    if (!isKept && !path.endsWith("/") && !isOfSystem(path) && path !== "")
      leftOut.push({ kind: "path_refused", detail: path.slice(0, 200) });
    const start = written;
    for (let rest = entry.size; rest > 0; ) {
      const bytes = await reader.take(Math.min(rest, writeBytes));
      rest -= bytes.length;
      if (!isKept) continue;
      await file.append(bytes);
      written += bytes.length;
    }
    await reader.take((blockBytes - (entry.size % blockBytes)) % blockBytes);
    if (isKept) entries.set(path, { start, size: entry.size });
  }
  if (count === 0) throw new UnreadableArchive("This is not a tar file, or it is empty. Export it again.");
  return { entries, leftOut };
}

interface ByteReader {
  /** Returns so many bytes. Throws if there are fewer. */
  take(length: number): Promise<Buffer>;
}

function readerOf(
  content: AsyncIterable<Uint8Array>,
  packed: number,
  signal: AbortSignal | undefined,
): ByteReader {
  const chunks = content[Symbol.asyncIterator]();
  const pause = shareLoop();
  let [kept, total]: [Buffer, number] = [Buffer.alloc(0), 0];
  return {
    async take(length) {
      const parts: Buffer[] = [];
      let size = 0;
      while (size < length) {
        if (kept.length === 0) {
          signal?.throwIfAborted();
          await pause();
          const { done, value } = await chunks.next();
          if (done) throw new UnreadableArchive("The archive was cut off. Export it again.");
          total += value.length;
          if (total > uncheckedBytes + maxRatio * packed)
            throw new UnreadableArchive("The archive unpacks to too much.");
          kept = Buffer.from(value.buffer, value.byteOffset, value.length);
        }
        const part = kept.subarray(0, length - size);
        kept = kept.subarray(part.length);
        parts.push(part);
        size += part.length;
      }
      return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
    },
  };
}

/** Reads the header of each file. The caller takes its content before the next one. */
async function* headersIn(reader: ByteReader): AsyncGenerator<Entry> {
  let long: { path?: string; size?: number } = {};
  for (let count = 0; ; count += 1) {
    if (count > maxHeaders) throw new UnreadableArchive("The archive has too many headers.");
    const block = await reader.take(blockBytes);
    // Two empty blocks end a tar file.
    if (block.every((byte) => byte === 0)) return;
    assertHeader(block);
    const type = String.fromCharCode(block[156] ?? 0);
    const size = numberAt(block, 124, 12);
    if (["x", "g", "L", "K"].includes(type)) {
      if (size > maxExtraBytes) throw new UnreadableArchive("The archive has a header that is too large.");
      const extra = await reader.take(size);
      await reader.take((blockBytes - (size % blockBytes)) % blockBytes);
      if (type === "x") long = { ...long, ...recordsIn(extra) };
      if (type === "L") long.path = textAt(extra, 0, extra.length);
      continue;
    }
    const prefix = textAt(block, 257, 5) === "ustar" && block[263] === 0x30 ? textAt(block, 345, 155) : "";
    const name = textAt(block, 0, 100);
    const isFile = type === "0" || type === "\0" || type === "7";
    const path = long.path ?? (prefix === "" ? name : `${prefix}/${name}`);
    // Links and folders have no content, whatever their header says.
    const hasContent = isFile || !["1", "2", "3", "4", "5", "6"].includes(type);
    yield {
      path: type === "5" ? `${path.replace(/\/+$/, "")}/` : path,
      size: hasContent ? (long.size ?? size) : 0,
      isFile,
    };
    long = {};
  }
}

/** The header has a sum of its bytes. */
function assertHeader(block: Buffer): void {
  let sum = 0;
  for (let at = 0; at < blockBytes; at += 1) sum += at >= 148 && at < 156 ? 0x20 : (block[at] ?? 0);
  if (sum !== numberAt(block, 148, 8))
    throw new UnreadableArchive("This is not a tar file, or it is damaged. Export it again.");
}

function textAt(block: Buffer, start: number, length: number): string {
  const bytes = block.subarray(start, start + length);
  const end = bytes.indexOf(0);
  return bytes.subarray(0, end < 0 ? bytes.length : end).toString("utf8");
}

/** Numbers are octal; those of more than 8 GB are binary. */
function numberAt(block: Buffer, start: number, length: number): number {
  const isBinary = ((block[start] ?? 0) & 0x80) !== 0;
  const number = isBinary
    ? Number(block.readBigUInt64BE(start + length - 8))
    : Number.parseInt(textAt(block, start, length).trim() || "0", 8);
  if (!Number.isSafeInteger(number) || number < 0)
    throw new UnreadableArchive("The archive is damaged. Export it again.");
  return number;
}

/** Records of an extended header: their length in bytes, a space, a name, a sign and a value. */
function recordsIn(extra: Buffer): { path?: string; size?: number } {
  const found: { path?: string; size?: number } = {};
  for (let at = 0; at < extra.length; ) {
    const [digits = ""] = /^\d{1,6}(?= )/.exec(extra.subarray(at, at + 7).toString("latin1")) ?? [];
    const length = Number(digits);
    // A record is longer than its own length and the signs around its name.
    if (length < digits.length + 3) break;
    const space = at + digits.length;
    const record = extra.subarray(space + 1, at + length - 1).toString("utf8");
    const sign = record.indexOf("=");
    const [name, value] = [record.slice(0, sign), record.slice(sign + 1)];
    if (name === "path") found.path = value;
    if (name === "size" && /^\d{1,15}$/.test(value)) found.size = Number(value);
    at += length;
  }
  return found;
}
