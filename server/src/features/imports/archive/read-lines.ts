import { shareLoop } from "../../../platform/turns/share-loop.ts";
import type { Archive } from "./open-archive.ts";

type LineProblem = "record_too_large" | "record_too_deep";

/** A line of a file, or why it cannot be used. */
export type ReadLine = { number: number } & ({ bytes: Buffer } | { problem: LineProblem });

/** Long enough for a conversation of thousands of replies. Parsing it holds up other work for a moment only. */
const maxLineBytes = 8 * 1024 * 1024;
/** Shorter lines cannot be deep enough to take much memory. */
export const uncheckedBytes = 64 * 1024;
const maxDepth = 64;
/** More than any real line has. */
const maxValues = 400_000;
const checkedAtOnce = 256 * 1024;
const [newline, quote, backslash, comma] = [0x0a, 0x22, 0x5c, 0x2c];

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
  const finish = async (): Promise<ReadLine | undefined> => {
    const [bytes, size] = [Buffer.concat(parts), length];
    [parts, length] = [[], 0];
    number += 1;
    if (size > maxLineBytes) return { number, problem: "record_too_large" };
    if (bytes.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09)) return undefined;
    const problem = await problemOf(bytes, pause);
    return problem ? { number, problem } : { number, bytes };
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
      const line = await finish();
      if (line) yield line;
      await pause();
    }
    if (start < chunk.length) take(chunk.subarray(start));
    await pause();
  }
  const last = length > 0 ? await finish() : undefined;
  if (last) yield last;
}

/**
 * Returns why a line or an item must not be parsed at once: that takes memory for each level and time for each value, however little
 * is in it.
 */
export async function problemOf(bytes: Buffer, pause: () => Promise<void>): Promise<LineProblem | undefined> {
  if (bytes.length < uncheckedBytes) return undefined;
  let [depth, values, isInText] = [0, 0, false];
  for (let at = 0, next = checkedAtOnce; at < bytes.length; at += 1) {
    if (at >= next) {
      await pause();
      next += checkedAtOnce;
    }
    const byte = bytes[at];
    if (isInText && byte === backslash) at += 1;
    else if (byte === quote) isInText = !isInText;
    else if (isInText) continue;
    else if (byte === comma) values += 1;
    // The brackets of lists and objects differ in one bit.
    else if (byte === 0x5b || byte === 0x7b) [depth, values] = [depth + 1, values + 1];
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    if (depth > maxDepth) return "record_too_deep";
    if (values > maxValues) return "record_too_large";
  }
  return undefined;
}

/** All lists of a line together. Each of their items is looked at, which holds up other work. */
const maxItems = 20_000;

/** Returns whether a line has more items in its lists than any real one. */
export function isTooWide(value: unknown): boolean {
  const rest = [value];
  let items = 0;
  while (rest.length > 0) {
    const one = rest.pop();
    if (typeof one !== "object" || one === null) continue;
    const within: unknown[] = Array.isArray(one) ? one : Object.values(one);
    if (Array.isArray(one)) items += within.length;
    if (items > maxItems) return true;
    for (const inner of within) rest.push(inner);
  }
  return false;
}
