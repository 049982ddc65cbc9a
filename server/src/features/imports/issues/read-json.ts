import type { ImportSource } from "@atoll/contract/imports/schemas";
import {
  type ItemLimits,
  type JsonItem,
  type JsonMember,
  readJsonItems,
  readJsonMembers,
} from "../archive/read-json-items.ts";
import { readLines } from "../archive/read-lines.ts";
import { isFields } from "../messages/markdown.ts";
import { beginningOf, type IssueFile } from "./read-file.ts";

/** Returns whether a file has JSON in it, whatever its name is. */
export async function isJson(file: IssueFile): Promise<boolean> {
  const { head } = await beginningOf(file.text(), (text) => text.trimStart() !== "");
  return /^\s*[[{]/.test(head);
}

const limits: ItemLimits = { maxItemBytes: 8 * 1024 * 1024, maxDepth: 64, isSequence: true };
/** So many items without a record at the beginning are no export. */
const maxItemsWithoutRecord = 1_000;
const lists = new Set(["data", "items", "issues", "nodes", "tasks", "comments"]);

/** Returns the product that exported a record of a JSON file. */
function productOf(value: Record<string, unknown>): ImportSource | undefined {
  if (("number" in value && "title" in value) || "issue_url" in value) return "github";
  return "gid" in value || "assignee_status" in value ? "asana" : undefined;
}

/**
 * Reads the records of a JSON file of a product: a list, or several one after the other, lists in a list, a list in an
 * object, or a record a line.
 */
export async function* jsonOf(
  file: IssueFile,
  source: ImportSource,
): AsyncGenerator<Record<string, unknown>> {
  let [records, others, hasMore] = [0, 0, false];
  for await (const item of itemsIn(file)) {
    if ("key" in item && item.key === nextPage) {
      hasMore = !("value" in item) || isFields(item.value);
      continue;
    }
    const values: unknown[] =
      "problem" in item ? [item] : Array.isArray(item.value) ? item.value : [item.value];
    for (const value of values) {
      const product = "value" in item && isFields(value) ? productOf(value) : undefined;
      if (product && product !== source) return file.isOf(product);
      if (product) {
        records += 1;
        yield storable(value as Record<string, unknown>);
        continue;
      }
      others += 1;
      if ("problem" in item) file.problem(item.problem, item.detail);
      else file.problem("record_unreadable", "an item of the list");
      if (records === 0 && others >= maxItemsWithoutRecord) return;
    }
  }
  if (hasMore) file.problem("export_has_more", "");
}

/** The member of a page of a list that is null in the last page. */
const nextPage = "next_page";

async function* itemsIn(file: IssueFile): AsyncGenerator<JsonItem | JsonMember> {
  const { head, whole } = await beginningOf(
    file.text(),
    (text) => /^\s*\[/.test(text) || firstObjectOf(text) !== undefined,
  );
  const bytes = inBytes(whole);
  if (head.trimStart().startsWith("[")) return yield* readJsonItems(bytes, limits);
  const first = firstObjectOf(head) ?? "";
  if (!isWhole(first))
    return yield* readJsonMembers(bytes, (key) => lists.has(key) || key === nextPage, limits);
  if (first.includes("\n")) return yield* readJsonItems(asList(bytes), limits);
  for await (const line of readLines(bytes)) {
    const detail = `line ${line.number}`;
    const text = "bytes" in line ? line.bytes.toString("utf8") : "";
    if (isWhole(text)) yield { value: JSON.parse(text) };
    else yield { problem: "problem" in line ? line.problem : "record_unreadable", detail };
  }
}

/** Returns the first object of a text. Undefined if it does not end in it. */
function firstObjectOf(text: string): string | undefined {
  const start = text.search(/\S/);
  let [depth, isInText] = [0, false];
  for (let at = Math.max(0, start); at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (isInText && sign === backslash) at += 1;
    else if (sign === quote) isInText = !isInText;
    else if (isInText) continue;
    else if (sign === objectStart) depth += 1;
    else if (sign === objectEnd) depth -= 1;
    if (depth === 0) return text.slice(start, at + 1);
  }
  return undefined;
}

const [quote, backslash, objectStart, objectEnd] = [0x22, 0x5c, 0x7b, 0x7d];

/** Writes objects that follow each other as a list. Commas between its items may be missing. */
async function* asList(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let [depth, isInText, isEscaped] = [0, false, false];
  yield Buffer.from("[");
  for await (const chunk of content) {
    let start = 0;
    for (const [at, byte] of chunk.entries()) {
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isInText = false;
      } else if (byte === quote) isInText = true;
      // The brackets of lists and objects differ in one bit.
      else if ((byte & 0xdf) === 0x5b) depth += 1;
      else if ((byte & 0xdf) === 0x5d) {
        depth -= 1;
        if (depth > 0) continue;
        yield chunk.subarray(start, at + 1);
        yield Buffer.from(",");
        start = at + 1;
      }
    }
    yield chunk.subarray(start);
  }
  yield Buffer.from("]");
}

async function* inBytes(text: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of text) yield Buffer.from(piece);
}

function isWhole(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    // One object that has the whole list in it is no record.
    return isFields(value) && productOf(value) !== undefined;
  } catch {
    return false;
  }
}

/** Returns a record without characters that PostgreSQL cannot store. */
function storable(value: Record<string, unknown>): Record<string, unknown> {
  if (!/\\u(?:0000|d[89a-f])/i.test(JSON.stringify(value))) return value;
  return JSON.parse(
    JSON.stringify(value, (_name, one: unknown) =>
      typeof one === "string" ? one.replaceAll("\0", "").toWellFormed() : one,
    ),
  );
}
