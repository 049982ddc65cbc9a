import type { PersonText } from "../../tasks/public.ts";
import { fenceMark } from "./markdown.ts";

const token = /<(\/?)([a-z][a-z0-9]*)((?:[\s/][^<>]*)?)>|<![^<>]*>|[^<]+|</gi;
/** Elements whose content is nothing to read. */
const unseen = /^(?:script|style|head|title|noscript|template)$/;

interface Open {
  name: string;
  parts: PersonText[];
  attributes: string;
}

/**
 * Pure: HTML of Jira, Asana or Plane as Markdown: headings, lists, quotes, tables, code with its lines, emphasis, links, images
 * and mentions. Words are escaped, so that they are no marks. The work is linear.
 * @param isPerson whether a key is of a person: others are only named.
 */
export function fromHtml(source: string, isPerson: (key: string) => boolean): PersonText[] {
  const root: Open = { name: "", parts: [], attributes: "" };
  const open: Open[] = [root];
  // Each of these is looked for while closing, which is a look at a few names.
  const isIn = (name: RegExp) => open.some((one) => name.test(one.name));
  for (const [all, slash, tag, attributes = ""] of withoutComments(source).matchAll(token)) {
    const current = open.at(-1) ?? root;
    const name = tag?.toLowerCase();
    if (unseen.test(current.name)) {
      if (slash === "/" && name === current.name) open.pop();
      continue;
    }
    if (name === undefined) {
      if (/^<!./.test(all)) continue;
      const text = decodeEntities(all);
      const isCode = isIn(/^(?:pre|code|tt)$/);
      current.parts.push(isCode ? text : escapeWords(text.replace(/[ \t\r\n]+/g, " ")));
    } else if (slash === "/") {
      const at = open.findLastIndex((one) => one.name === name);
      while (at > 0 && open.length > at) close(open, isPerson);
    } else if (name === "br") current.parts.push(isIn(/^(?:td|th)$/) ? " " : "\n");
    else if (name === "hr") current.parts.push("\n\n---\n\n");
    else if (name === "img") current.parts.push(imageOf(attributes));
    else if (!/^(?:input|link|meta|col|wbr|area|source)$/.test(name) && !attributes.trimEnd().endsWith("/")) {
      // Its end may be left out.
      if ((name === "li" || name === "p" || name === "tr" || name === "td") && current.name === name)
        close(open, isPerson);
      if (open.length < maxDepth) open.push({ name, parts: [], attributes });
    }
  }
  while (open.length > 1) close(open, isPerson);
  return tidy(root.parts).map((part) =>
    typeof part === "string" ? part.replaceAll(keptBreak, "\n").replaceAll(keptSpace, " ") : part,
  );
}

const maxDepth = 40;

function withoutComments(text: string): string {
  const kept: string[] = [];
  let at = 0;
  for (let found = text.indexOf("<!--"); found >= 0; found = text.indexOf("<!--", at)) {
    kept.push(text.slice(at, found));
    const end = text.indexOf("-->", found);
    at = end < 0 ? text.length : end + 3;
  }
  return kept.join("") + text.slice(at);
}

/** Writes the element that is open as Markdown into the one around it. */
function close(open: Open[], isPerson: (key: string) => boolean): void {
  const ended = open.pop();
  const around = open.at(-1);
  // Not all at once: a call takes a limited number of arguments.
  if (ended && around) for (const part of markOf(ended, open, isPerson)) around.parts.push(part);
}

function markOf(
  { name, parts, attributes }: Open,
  open: readonly Open[],
  isPerson: (key: string) => boolean,
): PersonText[] {
  if (name === "pre") return [fenceOf(textIn(parts), attributes)];
  if (open.some((one) => one.name === "pre")) return parts;
  if (name === "code" || name === "tt") {
    const code = textIn(parts);
    return code.includes("\n")
      ? [fenceOf(code, attributes)]
      : code.trim() === ""
        ? []
        : [`\`${code.replaceAll("`", "'")}\``];
  }
  if (name === "b" || name === "strong") return around("**", parts);
  if (name === "i" || name === "em" || name === "cite") return around("_", parts);
  if (name === "del" || name === "s" || name === "strike") return around("~~", parts);
  if (name === "a") return linkOf(parts, attributes, isPerson);
  if (/^h[1-6]$/.test(name)) return ["\n\n", `${"#".repeat(Number(name[1]))} `, ...onOneLine(parts), "\n\n"];
  if (name === "blockquote")
    return ["\n\n", ...linesOf(tidy(parts)).flatMap((line) => ["> ", ...indented(line, "> "), "\n"]), "\n"];
  if (name === "li") return itemOf(parts, open);
  if (name === "ul" || name === "ol")
    return open.at(-1)?.name === "li" ? ["\n", ...parts, "\n"] : ["\n\n", ...parts, "\n\n"];
  if (name === "td" || name === "th") return [" ", ...cellOf(parts), " |"];
  if (name === "tr") return rowOf(parts, open);
  if (name === "table") return ["\n\n", ...parts, "\n\n"];
  if (name === "p" || name === "dl" || name === "section") return ["\n\n", ...parts, "\n\n"];
  return /^(?:div|dt|dd|center)$/.test(name) ? ["\n", ...parts, "\n"] : parts;
}

const textIn = (parts: readonly PersonText[]): string =>
  parts.map((part) => (typeof part === "string" ? part : part.person)).join("");

function fenceOf(code: string, attributes: string): string {
  const language = /\bcode-([\w+#-]{1,20})/.exec(attributes)?.[1] ?? "";
  const mark = fenceMark(code);
  // Line breaks inside of it are kept by the tidying.
  return `\n\n${mark}${language}${keptBreak}${code
    .replace(/^\r?\n/, "")
    .trimEnd()
    .replaceAll("\n", keptBreak)
    .replaceAll(" ", keptSpace)}${keptBreak}${mark}\n\n`;
}

// Characters of the private use area, which no text of people has. They keep line breaks and spaces from being tidied.
const [keptBreak, keptSpace] = ["\uE000", "\uE001"];

function around(mark: string, parts: PersonText[]): PersonText[] {
  const text = textIn(parts);
  if (text.trim() === "" || text.includes("\n")) return parts;
  const [first, last] = [/^\s*/.exec(text)?.[0] ?? "", text.slice(text.trimEnd().length)];
  return [first, mark, ...trimmed(parts), mark, last];
}

function trimmed(parts: readonly PersonText[]): PersonText[] {
  const [first, last] = [parts.findIndex(isSeen), parts.findLastIndex(isSeen)];
  return parts.slice(first, last + 1).map((part, index, all) => {
    if (typeof part !== "string") return part;
    const started = index === 0 ? part.trimStart() : part;
    return index === all.length - 1 ? started.trimEnd() : started;
  });
}

const isSeen = (part: PersonText): boolean => typeof part !== "string" || part.trim() !== "";

const onOneLine = (parts: readonly PersonText[]): PersonText[] =>
  trimmed(parts).map((part) => (typeof part === "string" ? part.replace(/\s*\n\s*/g, " ") : part));

/** Lines of parts, without those at the beginning and end that are empty. */
function linesOf(parts: readonly PersonText[]): PersonText[][] {
  const lines: PersonText[][] = [[]];
  for (const part of parts)
    if (typeof part !== "string") lines.at(-1)?.push(part);
    else
      for (const [index, piece] of part.split("\n").entries()) {
        if (index > 0) lines.push([]);
        if (piece !== "") lines.at(-1)?.push(piece);
      }
  return lines;
}

function itemOf(parts: readonly PersonText[], open: readonly Open[]): PersonText[] {
  const lists = open.filter(({ name }) => name === "ul" || name === "ol");
  const mark = lists.at(-1)?.name === "ol" ? "1. " : "- ";
  const indent = keptSpace.repeat(mark.length);
  const [first = [], ...rest] = linesOf(tidy(parts)).filter((line) => line.length > 0);
  return [
    "\n",
    mark,
    ...[first, ...rest].flatMap((line, index) => [
      ...(index === 0 ? [] : ["\n", indent]),
      ...indented(line, indent),
    ]),
  ];
}

/** The lines of code within a line are further in as well. */
const indented = (line: readonly PersonText[], indent: string): PersonText[] =>
  line.map((part) => (typeof part === "string" ? part.replaceAll(keptBreak, `${keptBreak}${indent}`) : part));

const cellOf = (parts: readonly PersonText[]): PersonText[] =>
  onOneLine(parts).map((part) =>
    typeof part === "string" ? part.replaceAll(keptBreak, " ").replace(/(?<!\\)\|/g, "\\|") : part,
  );

/** A table of Markdown has one row of headings, which is its first one. */
function rowOf(parts: readonly PersonText[], open: readonly Open[]): PersonText[] {
  const cells = parts.filter((part) => typeof part === "string" && part.endsWith(" |")).length;
  const table = open.findLast(({ name }) => name === "table");
  const isFirst = table !== undefined && !/\bdata-rows/.test(table.attributes);
  if (isFirst) table.attributes += " data-rows";
  const line: PersonText[] = [
    "\n|",
    ...parts.map((part) => (typeof part === "string" ? part.replaceAll("\n", " ") : part)),
  ];
  return isFirst ? [...line, `\n|${" --- |".repeat(Math.max(1, cells))}`] : line;
}

function attributeOf(attributes: string, name: string): string {
  const [, double, single, bare] =
    new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(attributes) ?? [];
  return decodeEntities(double ?? single ?? bare ?? "").trim();
}

const escapeAddress = (address: string) => address.replaceAll("(", "%28").replaceAll(")", "%29");

function linkOf(parts: PersonText[], attributes: string, isPerson: (key: string) => boolean): PersonText[] {
  const key = attributeOf(attributes, "rel") || attributeOf(attributes, "accountid");
  if (/\buser-hover\b/.test(attributes))
    return isPerson(key) ? ["@", { person: key }] : ["@", ...trimmed(parts)];
  const address = attributeOf(attributes, "href");
  const words = textIn(parts).trim();
  if (!/^(?:https?:\/\/|mailto:)[^\s<>]+$/i.test(address)) return parts;
  if (words === "" || words === address || words === escapeWords(address)) return [address];
  // A picture in a link is a link by itself.
  return words.includes("](") ? parts : ["[", ...onOneLine(parts), `](${escapeAddress(address)})`];
}

function imageOf(attributes: string): string {
  const [address, alt] = [attributeOf(attributes, "src"), attributeOf(attributes, "alt")];
  if (/\bemoticon\b/.test(attributes)) return escapeWords(alt);
  const name = escapeWords(
    alt || decodeURIComponentSafely(/([^/?#]*)(?:[?#].*)?$/.exec(address)?.[1] ?? "") || "image",
  );
  return /^https?:\/\/[^\s<>]+$/i.test(address) ? `[📎 ${name}](${escapeAddress(address)})` : `📎 ${name}`;
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const marks =
  /\\(?=[!-/:-@[-`{-~])|[*~](?=\S)|(?<=\S)[*~]|(?<!\w)_(?=\S)|(?<=\S)_(?!\w)|`|\[(?=[^\]\n]{0,120}\]\()/g;

/** Escapes characters that would be marks: not those in addresses, within words or by themselves. */
function escapeWords(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>]+)/)
    .map((piece, index) =>
      index % 2 === 1
        ? piece
        : piece
            .replace(marks, "\\$&")
            .replace(/^(\s*)([#>+-])(?=\s|#|$)/, "$1\\$2")
            .replace(/^(\s*\d{1,9})([.)])(?=\s)/, "$1\\$2"),
    )
    .join("");
}

/** Takes spaces at ends of lines and further empty lines away. */
function tidy(parts: readonly PersonText[]): PersonText[] {
  const joined: PersonText[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === "string" && typeof last === "string") joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  const clean = joined.map((part) =>
    typeof part === "string"
      ? part
          .replace(/[ \t]+/g, " ")
          .replace(/ ?\n ?/g, "\n")
          .replace(/\n{3,}/g, "\n\n")
      : part,
  );
  const [first, last] = [clean[0], clean.at(-1)];
  if (typeof first === "string") clean[0] = first.trimStart();
  const end = clean.length - 1;
  const started = clean[end];
  if (typeof last === "string" && typeof started === "string") clean[end] = started.trimEnd();
  return clean;
}

const entities: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "amp & lt < gt > quot \" apos ' ndash – mdash — hellip … bull • middot · copy © reg ® trade ™ euro € pound £ laquo « " +
    "raquo » ldquo “ rdquo ” lsquo ‘ rsquo ’ bdquo „ auml ä ouml ö uuml ü Auml Ä Ouml Ö Uuml Ü szlig ß eacute é egrave è " +
    "ecirc ê agrave à aacute á acirc â ccedil ç iacute í oacute ó uacute ú ntilde ñ oslash ø aring å aelig æ times × rarr → " +
    "larr ← deg °"
  )
    .split(" ")
    .reduce<[string, string][]>(
      (pairs, word, index, words) => {
        if (index % 2 === 0) pairs.push([word, words[index + 1] ?? ""]);
        return pairs;
      },
      [["nbsp", " "]],
    ),
);

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(entities, name) ? (entities[name] ?? all) : all;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    const isCharacter = (code > 31 || code === 9 || code === 10) && code <= 0x10ffff;
    return isCharacter ? String.fromCodePoint(code) : " ";
  });
}
