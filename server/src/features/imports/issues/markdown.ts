import type { NamedTask, PersonText, TaskText } from "../../tasks/public.ts";

/** The people and issues of an export that its texts can name. */
export interface Names {
  isPerson(key: string): boolean;
  find(key: string): Pick<NamedTask, "task" | "print" | "placeKey"> | undefined;
}

/** How texts of a product name issues and people. */
export interface NamingRules {
  /** A word, apart from addresses, that can name an issue. It has no groups. */
  word: RegExp;
  /** Returns the key of the issue that a word or an address names. */
  keyOf(wordOrAddress: string): string | undefined;
  /** Returns the words for an issue that is named by its address. */
  shown(key: string): string;
  /** Returns the key of a person who is named after an @. */
  personOf?(name: string): string;
}

/** Keys such as ENG-12. */
export const isKey = (text: string): boolean => /^[\p{L}\p{N}_]{1,20}-\d{1,9}$/u.test(text);

/**
 * Returns how texts name issues that have such keys.
 * @param address finds the key in an address of an issue, as its first group.
 */
export const keyRules = (address: RegExp): NamingRules => ({
  word: /(?<![\p{L}\p{N}_/-])[A-Z][A-Z0-9]{0,19}-\d{1,9}(?![\p{L}\p{N}_-])/u,
  keyOf: (words) => (/^https?:/i.test(words) ? address.exec(words)?.[1]?.toUpperCase() : words),
  shown: (key) => key,
});

/** Returns a fence that is longer than all backticks in a code. */
export function fenceMark(code: string): string {
  const longest = (code.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  return "`".repeat(longest + 1);
}

const fenceLine = /^[\s>]{0,20}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,4}){0,3}(`{3,}(?=[^`\n]*$)|~{3,})/m;
const listLine = /^[\s>]{0,20}(?:[-*+]|\d{1,9}[.)])\s/;

/** Splits Markdown into code, at the odd places, and everything around it, without comments of HTML. */
function splitCode(text: string): string[] {
  const pieces = [""];
  let [at, mark, isAfterBlank, isInList, hasEnds] = [0, "", true, false, true];
  const add = (piece: string, isCode: boolean) => {
    if (piece === "") return;
    if ((pieces.length % 2 === 0) !== isCode) pieces.push("");
    pieces[pieces.length - 1] += piece;
  };
  /** Adds a line with its pieces of code. Returns where to read on: a comment may end in a later line. */
  const addLine = (line: string): number => {
    const signs = [...line.matchAll(/`+|<!--/g)];
    const ends = endsOf(signs.map(([sign]) => sign));
    let from = 0;
    for (let index = 0; index < signs.length; index += 1) {
      const { 0: sign = "", index: start = 0 } = signs[index] ?? {};
      if (start < from) continue;
      if (sign === "<!--") {
        const end = hasEnds ? text.indexOf("-->", at + start) : -1;
        hasEnds = end >= 0;
        if (end < 0) continue;
        add(line.slice(from, start), false);
        if (end + 3 >= at + line.length) return end + 3;
        from = end + 3 - at;
        continue;
      }
      const last = ends[index] ?? -1;
      if (last < 0) continue;
      const until = (signs[last]?.index ?? 0) + sign.length;
      add(line.slice(from, start), false);
      add(line.slice(start, until), true);
      [from, index] = [until, last];
    }
    add(line.slice(from), false);
    return at + line.length;
  };
  while (at < text.length) {
    const newline = text.indexOf("\n", at);
    const line = text.slice(at, newline < 0 ? text.length : newline + 1);
    const isBlank = line.trim() === "";
    const fence = mark === "" ? (fenceLine.exec(line)?.[1] ?? "") : "";
    const isIndented = isAfterBlank && !isInList && !isBlank && /^(?: {4}|\t)/.test(line);
    if (mark !== "" || fence !== "" || isIndented) {
      add(line, true);
      at += line.length;
      const isEnd = mark !== "" && /^[\s>]*(`+|~+)\s*$/.exec(line)?.[1]?.startsWith(mark);
      mark = isEnd ? "" : mark || fence;
      // Indented lines after it are code as well.
      isAfterBlank = isIndented || mark === "";
      continue;
    }
    if (listLine.test(line)) isInList = true;
    else if (isAfterBlank && !isBlank && !/^\s/.test(line)) isInList = false;
    isAfterBlank = isBlank;
    at = addLine(line);
  }
  return pieces;
}

/** Returns for each run of backticks the next one of its length, which ends its code; -1 if there is none. */
function endsOf(signs: readonly string[]): number[] {
  const next = new Map<string, number>();
  const ends: number[] = [];
  for (let index = signs.length - 1; index >= 0; index -= 1) {
    const sign = signs[index] ?? "";
    ends[index] = next.get(sign) ?? -1;
    next.set(sign, index);
  }
  return ends;
}

/** A word between brackets that is no attribute, such as in "a <b and c>", makes it no element. */
const attribute = String.raw`\s{1,5}(?:open|[a-z-]{1,20}\s?=\s?(?:"[^"<>]{0,2000}"|'[^'<>]{0,2000}'|[^\s"'<>=]{1,2000}))`;
const tags = new RegExp(
  String.raw`<(\/?)(details|summary|p|div|span|center|sup|sub|kbd|b|strong|i|em|br|img|picture|source)((?:${attribute}){0,12})\s{0,5}\/?>`,
  "gi",
);

function attributeOf(attributes: string, name: string): string {
  const [, double, single, bare] =
    new RegExp(`\\s${name}\\s?=\\s?(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(attributes) ?? [];
  return double ?? single ?? bare ?? "";
}

const isWeb = (address: string): boolean => /^https?:\/\/[^\s<>()]+$/i.test(address);

/** Pictures stay with the product: a link to each is kept. */
const pictureOf = (name: string, address: string): string =>
  `[📎 ${name.replace(/[[\]\n]/g, " ").trim() || "image"}](${address})`;

/** Writes the HTML in Markdown of GitHub and Linear as marks: pictures and a few elements. */
function plainMarks(text: string): string {
  return text
    .replace(tags, (all: string, slash: string, tag: string, attributes: string) => {
      const name = tag.toLowerCase();
      if (name === "br") return "\n";
      if (name === "b" || name === "strong" || name === "summary") return "**";
      if (name === "i" || name === "em") return "_";
      if (name === "sup" && slash === "") return "^";
      if (name !== "img" || slash !== "") return "";
      const address = attributeOf(attributes, "src");
      return isWeb(address) ? pictureOf(attributeOf(attributes, "alt"), address) : all;
    })
    .replace(
      /!\[([^[\]\n]{0,300})\]\((https?:\/\/[^\s()<>]{1,2000})(?:\s[^()\n]{0,200})?\)/gi,
      (_all, name, address) => pictureOf(name, address),
    );
}

/** Longer texts, which no person writes, stay as they are: the patterns below look at some hundred characters each. */
const longestText = 100_000;

/** Markdown of another product: its dialect, with the names of its issues and people. */
export function fromMarkdown(text: string, rules: NamingRules, names: Names): TaskText[] {
  if (text.length > longestText) return [text];
  const pieces = splitCode(text.replace(/\r\n?/g, "\n"));
  return pieces.flatMap((piece, index) =>
    index % 2 === 1 ? [piece] : namedIn(plainMarks(piece), rules, names),
  );
}

/** Finds issues in a text that is Markdown already. */
export const namedInParts = (parts: readonly PersonText[], rules: NamingRules, names: Names): TaskText[] =>
  parts.flatMap((part) =>
    typeof part === "string" && part.length <= longestText
      ? splitCode(part).flatMap((piece, index) => (index % 2 === 1 ? [piece] : namedIn(piece, rules, names)))
      : [part],
  );

const link = String.raw`\[(?:[^[\]\n\\]|\\.|\[[^[\]\n]{0,60}\]){0,200}\]\(([^\s()<>]{1,2000})`;
const address = String.raw`https?:\/\/[^\s()<>"\]]{1,2000}`;
const call = String.raw`(?<![\w@/.])@[\w][\w.-]{0,99}`;

/** One for each product: making them takes longer than using them. */
const patterns = new Map<string, RegExp>();

function namedIn(text: string, { word, keyOf, shown, personOf }: NamingRules, names: Names): TaskText[] {
  const all = patterns.get(word.source) ?? new RegExp(`${link}|${address}|${call}|${word.source}`, "gu");
  patterns.set(word.source, all);
  const parts: TaskText[] = [];
  let last = 0;
  const add = (until: number, part: TaskText, next: number) => {
    parts.push(text.slice(last, until), part);
    last = next;
  };
  // A copy for each text, as matchAll makes one, takes longer than its search.
  all.lastIndex = 0;
  for (let match = all.exec(text); match; match = all.exec(text)) {
    const [words, target] = match;
    const end = match.index + words.length;
    if (words.startsWith("@")) {
      const called = words.slice(1).replace(/[.-]+$/, "");
      const key = personOf?.(called);
      if (key !== undefined && names.isPerson(key) && text[end] !== "/")
        add(match.index + 1, { person: key }, match.index + 1 + called.length);
      continue;
    }
    // The name of a link that is defined elsewhere.
    if (target === undefined && text[match.index - 1] === "[" && /^\](?=[:[])/.test(text.slice(end, end + 2)))
      continue;
    const whole = (target ?? words).replace(/[.,;:!?*_~]+$/, "");
    const found = names.find(keyOf(whole) ?? "");
    if (!found) continue;
    const start = target === undefined ? match.index : end - target.length;
    const shownAs = /^https?:/i.test(whole) ? shown(keyOf(whole) ?? "") : whole;
    add(
      start,
      { ...found, original: whole, words: target === undefined ? shownAs : null },
      start + whole.length,
    );
  }
  parts.push(text.slice(last));
  return parts.filter((part) => part !== "");
}
