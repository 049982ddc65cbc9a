import { type Archive, UnreadableArchive } from "../archive/open-archive.ts";
import { copied } from "../task-words.ts";

/** An object of the export: its values, and the ids of others that it names. */
export interface SpaceObject {
  name: string;
  id: string;
  values: ReadonlyMap<string, string>;
  /** The class and id of each object that a value names. */
  named: ReadonlyMap<string, string>;
  /** The ids in those of its collections that are needed. */
  collections: Readonly<Record<Collection, readonly string[]>>;
}

type Collection = "historicalVersions" | "contentPermissionSets" | "ancestors";

const maxObjectLength = 12 * 1024 * 1024;
const begin = /<object\s+class="([\w.]{1,80})"/;

/**
 * Reads the objects of `entities.xml` one by one, so that the file is never in memory as a whole. It declares no entities
 * and opens no addresses. An object that is no XML is passed over, and counted by `onProblem`.
 */
export async function* readObjects(
  text: AsyncIterable<string>,
  isWanted: (name: string) => boolean,
  onProblem: (detail: string) => void,
): AsyncGenerator<SpaceObject> {
  let buffer = "";
  let isOver = false;
  /** The beginning of an object that is too large, which is passed over. */
  let isPassing = false;
  for await (const piece of text) {
    buffer += piece;
    for (;;) {
      if (isPassing) {
        const end = buffer.indexOf("</object>");
        if (end < 0) {
          buffer = buffer.slice(-20);
          break;
        }
        buffer = buffer.slice(end + 9);
        isPassing = false;
      }
      const found = begin.exec(buffer);
      if (!found) {
        isOver ||= buffer.includes("</hibernate-generic>");
        buffer = buffer.slice(-200);
        break;
      }
      const start = found.index;
      const end = endOf(buffer, start);
      if (end < 0) {
        buffer = buffer.slice(start);
        if (buffer.length <= maxObjectLength) break;
        onProblem(`a ${found[1]} is too large`);
        isPassing = true;
        continue;
      }
      const name = copied(found[1] ?? "");
      if (isWanted(name)) {
        const object = parseObject(name, buffer.slice(start, end));
        if (object) yield object;
        else onProblem(`a ${name}`);
      }
      buffer = buffer.slice(end);
    }
  }
  if (!isOver) onProblem("it ends too early");
}

/** Where the object ends that begins at a place. A text may name the end in a section of characters. */
function endOf(text: string, start: number): number {
  let end = text.indexOf("</object>", start);
  for (let at = start; end >= 0; ) {
    const section = text.indexOf("<![CDATA[", at);
    if (section < 0 || section > end) return end + "</object>".length;
    const close = text.indexOf("]]>", section);
    if (close < 0) return -1;
    at = close + 3;
    if (end < at) end = text.indexOf("</object>", at);
  }
  return -1;
}

/** A comment without an end goes on to the end: the same text is never searched for it again. */
const token =
  /<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|<(\/?)([\w:.-]{1,60})([^<>]*)>|[^<]+|</g;

/** Pure: the values of one object. */
function parseObject(name: string, xml: string): SpaceObject | undefined {
  const values = new Map<string, string>();
  const named = new Map<string, string>();
  const collections = {
    historicalVersions: [] as string[],
    contentPermissionSets: [] as string[],
    ancestors: [] as string[],
  };
  const open: { tag: string; name: string }[] = [];
  let [id, text] = ["", ""];
  for (const [all, section, slash, tag = "", rest = ""] of xml.matchAll(token)) {
    if (section !== undefined) text += section;
    else if (tag === "") text += all.startsWith("<!--") ? "" : decode(all);
    else if (slash === "/") {
      const ended = open.pop();
      if (ended?.tag !== tag) return undefined;
      const around = open.findLast((one) => one.tag === "property" || one.tag === "collection");
      if (tag === "id" && !around) id = text.trim();
      else if (tag === "id" && around?.tag === "property")
        named.set(copied(around.name), copied(text.trim()));
      else if (tag === "id" && around && Object.hasOwn(collections, around.name))
        collections[around.name as Collection].push(copied(text.trim()));
      else if (tag === "property" && !named.has(ended.name) && !open.some((one) => one.tag === "collection"))
        values.set(copied(ended.name), copied(text));
      text = "";
    } else {
      text = "";
      if (!rest.trimEnd().endsWith("/"))
        open.push({ tag, name: /\bname="([^"]{0,200})"/.exec(rest)?.[1] ?? "" });
    }
    if (open.length > 20) return undefined;
  }
  return open.length === 0 && id !== "" ? { name, id: copied(id), values, named, collections } : undefined;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,5}));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? all;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
  });

/** Returns the objects of an export as text. */
export async function* textOf(archive: Archive, path: string): AsyncGenerator<string> {
  const content = await archive.read(path);
  if (!content) return;
  const decoder = new TextDecoder("utf-8", { fatal: false });
  for await (const chunk of content) yield decoder.decode(chunk, { stream: true }).replaceAll("\0", "");
  yield decoder.decode();
}

/** @throws {UnreadableArchive} if the file is no export of Confluence as XML. */
export function entitiesPath({ paths }: Archive): string {
  const found = paths
    .filter((path) => /(?:^|\/)entities\.xml$/.test(path))
    .toSorted((one, other) => one.length - other.length);
  const [path] = found;
  if (path === undefined)
    throw new UnreadableArchive(
      "This file has no entities.xml. Export the space as XML, with everything in it.",
    );
  return path;
}

export const valueIn = ({ values }: SpaceObject, ...names: string[]): string =>
  names.map((name) => values.get(name)?.trim() ?? "").find((value) => value !== "") ?? "";
export const namedBy = ({ named }: SpaceObject, ...names: string[]): string =>
  names.map((name) => named.get(name) ?? "").find((id) => id !== "") ?? "";

/** The page or file that this is an earlier version of. */
export const originalOf = (object: SpaceObject): string =>
  namedBy(object, "originalVersion") || valueIn(object, "originalVersionId");
