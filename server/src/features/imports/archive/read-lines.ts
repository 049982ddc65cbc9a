import { shareLoop } from "../../../platform/turns/share-loop.ts";
import type { Archive } from "./open-archive.ts";

/** A line of a file, or why it cannot be used. */
export type ReadLine = { number: number } & (
  | { bytes: Buffer }
  | { problem: "record_too_large" | "record_too_deep" }
);

/** Long enough for a conversation of thousands of replies. Parsing it holds up other work for a moment only. */
const maxLineBytes = 8 * 1024 * 1024;
/** Shorter lines cannot be deep enough to take much memory. */
const uncheckedBytes = 64 * 1024;
const maxDepth = 64;
const [newline, quote, backslash] = [0x0a, 0x22, 0x5c];

/**
 * Reads what is there of a damaged file.
 * @throws if it is not the file that is damaged, but cannot be read.
 */
export async function* untilDamaged(
  archive: Pick<Archive, "assertWhole">,
  content: AsyncIterable<Uint8Array>,
  onDamage: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of content) yield chunk;
  } catch (error) {
    archive.assertWhole();
    if (error instanceof Error && "syscall" in error) throw error;
    onDamage();
  }
}

/** Reads a file of JSON lines from its bytes. Of a line that is too long, nothing is kept; the ones after it are read. */
export async function* readLines(content: AsyncIterable<Uint8Array>): AsyncGenerator<ReadLine> {
  const pause = shareLoop();
  let parts: Uint8Array[] = [];
  let [length, number] = [0, 0];
  const finish = (): ReadLine | undefined => {
    const [bytes, size] = [Buffer.concat(parts), length];
    [parts, length] = [[], 0];
    number += 1;
    if (size > maxLineBytes) return { number, problem: "record_too_large" };
    if (bytes.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09)) return undefined;
    return isTooDeep(bytes) ? { number, problem: "record_too_deep" } : { number, bytes };
  };
  const take = (piece: Uint8Array): void => {
    length += piece.length;
    if (length > maxLineBytes) parts = [];
    else parts.push(piece);
  };
  for await (const chunk of content) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      take(chunk.subarray(start, end));
      start = end + 1;
      const line = finish();
      if (line) yield line;
      await pause();
    }
    if (start < chunk.length) take(chunk.subarray(start));
    await pause();
  }
  const last = length > 0 ? finish() : undefined;
  if (last) yield last;
}

/** Parsing takes memory for each level, however little is in it. */
function isTooDeep(bytes: Buffer): boolean {
  if (bytes.length < uncheckedBytes) return false;
  let [depth, isInText] = [0, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isInText && byte === backslash) at += 1;
    else if (byte === quote) isInText = !isInText;
    // The brackets of lists and objects differ in one bit.
    else if (!isInText && (byte === 0x5b || byte === 0x7b)) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (!isInText && (byte === 0x5d || byte === 0x7d)) depth -= 1;
  }
  return false;
}
