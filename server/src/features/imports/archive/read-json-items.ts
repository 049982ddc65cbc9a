/** An item of a JSON array, or why it cannot be used. */
export type JsonItem = { value: unknown } | { problem: ItemProblem; detail: string };

export type ItemProblem = "file_unreadable" | "record_unreadable" | "record_too_large" | "record_too_deep";

export interface ItemLimits {
  maxItemBytes: number;
  maxDepth: number;
}

const usual: ItemLimits = { maxItemBytes: 1024 * 1024, maxDepth: 64 };

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const openers = new Set([0x7b, 0x5b]);
const closers = new Set([0x7d, 0x5d]);
const blanks = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/**
 * Reads the items of a JSON array one by one from its bytes, so that a file is never in memory as a whole. An item that
 * is no JSON is a problem of its own; the others are read.
 */
export async function* readJsonItems(
  content: AsyncIterable<Uint8Array>,
  { maxItemBytes, maxDepth }: ItemLimits = usual,
): AsyncGenerator<JsonItem> {
  let depth = 0;
  let index = 0;
  let [isInText, isEscaped, isDeep] = [false, false, false];
  /** The bytes of the current item, from earlier chunks. Undefined between two items. */
  let parts: Uint8Array[] | undefined;
  let size = 0;
  let isOver = false;

  function finish(last: Uint8Array): JsonItem {
    const [item, total, wasDeep] = [parts ?? [], size + last.length, isDeep];
    [parts, size, isDeep] = [undefined, 0, false];
    const detail = `item ${index}`;
    index += 1;
    if (total > maxItemBytes) return { problem: "record_too_large", detail };
    if (wasDeep) return { problem: "record_too_deep", detail };
    try {
      return { value: JSON.parse(Buffer.concat([...item, last]).toString("utf8")) };
    } catch {
      return { problem: "record_unreadable", detail };
    }
  }

  for await (const chunk of content) {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isInText = false;
        continue;
      }
      if (depth === 0) {
        if (blanks.has(byte)) continue;
        if (isOver || byte !== 0x5b) {
          yield {
            problem: "file_unreadable",
            detail: isOver ? "there is more after its end" : "it is not a list",
          };
          return;
        }
        depth = 1;
        continue;
      }
      if (depth === 1 && (byte === comma || byte === 0x5d)) {
        if (parts) yield finish(chunk.subarray(start, at));
        if (byte === 0x5d) [depth, isOver] = [0, true];
        continue;
      }
      if (!parts) {
        if (blanks.has(byte)) continue;
        [parts, start] = [[], at];
      }
      if (byte === quote) isInText = true;
      else if (openers.has(byte)) {
        depth += 1;
        isDeep ||= depth > maxDepth;
      } else if (closers.has(byte)) depth -= 1;
    }
    if (parts) {
      const rest = chunk.subarray(start);
      size += rest.length;
      // An item that is too large is not kept in memory.
      if (size > maxItemBytes) parts = [];
      else parts.push(rest);
    }
  }
  // A file that was cut off behind a whole item.
  if (depth === 1 && parts) yield finish(new Uint8Array());
  if (!isOver)
    yield {
      problem: "file_unreadable",
      detail: index === 0 ? "it is empty" : `it ends after item ${index - 1}`,
    };
}
