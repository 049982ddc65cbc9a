import { shareLoop } from "../../../platform/turns/share-loop.ts";
import { problemOf, uncheckedBytes } from "./read-lines.ts";

/** An item of a JSON array, or why it cannot be used. */
export type JsonItem = { value: unknown } | { problem: ItemProblem; detail: string };
/** An item of an array of a JSON object, or another value of it, with the name that the array or value has there. */
export type JsonMember = JsonItem & { key: string };

export type ItemProblem = "file_unreadable" | "record_unreadable" | "record_too_large" | "record_too_deep";

export interface ItemLimits {
  maxItemBytes: number;
  maxDepth: number;
  /** Several objects may follow each other. */
  isSequence?: boolean;
}

const usual: ItemLimits = { maxItemBytes: 1024 * 1024, maxDepth: 64 };
const maxKeyBytes = 200;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [listStart, listEnd, objectStart, objectEnd] = [0x5b, 0x5d, 0x7b, 0x7d];
const blanks = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/**
 * Reads the items of a JSON array one by one from its bytes, so that a file is never in memory as a whole. An item that
 * is no JSON is a problem of its own; the others are read.
 */
export async function* readJsonItems(
  content: AsyncIterable<Uint8Array>,
  limits: ItemLimits = usual,
): AsyncGenerator<JsonItem> {
  for await (const { key: _key, ...item } of scan(content, "list", () => true, limits)) yield item;
}

/**
 * Reads a JSON object in the same way: the items of each of its arrays, and its other values as wholes.
 * @param isWanted decides by its name whether a member is read. All others are passed over.
 */
export function readJsonMembers(
  content: AsyncIterable<Uint8Array>,
  isWanted: (key: string) => boolean,
  limits: ItemLimits = usual,
): AsyncGenerator<JsonMember> {
  return scan(content, "object", isWanted, limits);
}

type Place = "start" | "key" | "in key" | "colon" | "value" | "list" | "over";

async function* scan(
  content: AsyncIterable<Uint8Array>,
  root: "list" | "object",
  isWanted: (key: string) => boolean,
  { maxItemBytes, maxDepth, isSequence = false }: ItemLimits,
): AsyncGenerator<JsonMember> {
  const pause = shareLoop();
  const now: { place: Place } = { place: "start" };
  let [key, index, depth] = ["", 0, 0];
  let [isInText, isEscaped, isDeep, isRead] = [false, false, false, true];
  let keyBytes: number[] = [];
  /** The bytes of the current item, from earlier chunks. Undefined between two items. */
  let parts: Uint8Array[] | undefined;
  let size = 0;

  async function finish(last: Uint8Array): Promise<JsonMember | undefined> {
    const [item, total, wasDeep] = [parts ?? [], size + last.length, isDeep];
    [parts, size, isDeep, depth] = [undefined, 0, false, 0];
    const detail = `item ${index}`;
    index += 1;
    if (!isRead) return undefined;
    if (total > maxItemBytes) return { key, problem: "record_too_large", detail };
    if (wasDeep) return { key, problem: "record_too_deep", detail };
    const bytes = Buffer.concat([...item, last]);
    const problem = bytes.length < uncheckedBytes ? undefined : await problemOf(bytes, pause);
    if (problem) return { key, problem, detail };
    try {
      return { key, value: JSON.parse(bytes.toString("utf8")) };
    } catch {
      return { key, problem: "record_unreadable", detail };
    }
  }

  /** Follows the bytes between two items. Returns why the file cannot be read on, or whether an item begins. */
  function step(byte: number): string | boolean {
    if (now.place === "in key") {
      const isEnd = byte === quote && !isEscaped;
      isEscaped = byte === backslash && !isEscaped;
      if (!isEnd) {
        if (keyBytes.length < maxKeyBytes) keyBytes.push(byte);
        return false;
      }
      [key, now.place, index] = [Buffer.from(keyBytes).toString("utf8"), "colon", 0];
      isRead = isWanted(key);
      return false;
    }
    if (blanks.has(byte)) return false;
    switch (now.place) {
      case "start":
        if (byte !== (root === "list" ? listStart : objectStart))
          return root === "list" ? "it is not a list" : "it is not an object";
        now.place = root === "list" ? "list" : "key";
        return false;
      case "key":
        if (byte === objectEnd) now.place = "over";
        else if (byte === quote) [now.place, keyBytes] = ["in key", []];
        else if (byte !== comma) return "it is damaged";
        return false;
      case "colon":
        if (byte !== colon) return "it is damaged";
        now.place = "value";
        return false;
      case "value":
        if (byte !== listStart) return true;
        now.place = "list";
        return false;
      case "list":
        if (byte === comma) return false;
        if (byte !== listEnd) return true;
        now.place = root === "list" ? "over" : "key";
        return false;
      case "over":
        // Programs that fetch a list page by page write one after the other.
        if (root === "list" ? byte !== listStart : !isSequence || byte !== objectStart)
          return "there is more after its end";
        now.place = root === "list" ? "list" : "key";
        return false;
    }
    return false;
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
      if (parts && depth === 0 && (byte === comma || byte === (now.place === "list" ? listEnd : objectEnd))) {
        const item = await finish(chunk.subarray(start, at));
        if (item) yield item;
        if (now.place === "value") now.place = "key";
      }
      if (!parts) {
        const begins = step(byte);
        if (typeof begins === "string") {
          yield { key: "", problem: "file_unreadable", detail: begins };
          return;
        }
        if (!begins) continue;
        [parts, start] = [[], at];
      }
      if (byte === quote) isInText = true;
      else if (byte === objectStart || byte === listStart) {
        depth += 1;
        isDeep ||= depth >= maxDepth;
      } else if (byte === objectEnd || byte === listEnd) depth -= 1;
    }
    if (parts) {
      const rest = chunk.subarray(start);
      size += rest.length;
      // An item that is too large, or that nobody asks for, is not kept in memory.
      if (size > maxItemBytes || !isRead) parts = [];
      else parts.push(rest);
    }
  }
  // A file that was cut off behind a whole item.
  if (now.place === "list" && parts && depth === 0 && !isInText) {
    const item = await finish(new Uint8Array());
    if (item) yield item;
  }
  if (now.place !== "over")
    yield {
      ...{ key: "", problem: "file_unreadable" },
      detail:
        now.place === "start"
          ? "it is empty"
          : index === 0
            ? "it is empty or was cut off"
            : `it ends after ${key === "" ? "" : `${key}, `}item ${index - 1}`,
    };
}
