import type { ImportLoss } from "@atoll/contract/knowledge/transfer-limits";
import { calloutTones } from "../document-node.ts";

/** A line of the file, from 1, and what its page does not keep as it was. */
export interface Loss {
  kind: ImportLoss;
  line: number;
}

export interface PreparedLines {
  text: string;
  /** The line of the file that each line of the text comes from. */
  origins: number[];
  losses: Loss[];
}

const fence = /^[ \t]*(`{3,}|~{3,})/;
const footnote = /^( {0,3})\[\^([^\]\s]{1,100})\]:/;
const toggle = /^([ \t]*)\+\+\+[ \t]+(\S.*)$/;
const toggleEnd = /^[ \t]*\+\+\+[ \t]*$/;
const detailsStart = /^([ \t]*)<details[^<>]{0,100}>[ \t]*(.*)$/i;
const summary = /^([ \t]*)<summary>(.*?)<\/summary>[ \t]*$/i;
const detailsEnd = /^[ \t]*<\/details>[ \t]*$/i;
const aside = /^([ \t]*)<aside>[ \t]*$/i;
const asideEnd = /^([ \t]*)<\/aside>[ \t]*$/i;
const container = /^([ \t]*)(:{3,})[ \t]*([A-Za-z][\w-]{0,40})(?:[ \t]+([^{}[\]]*))?$/;

const tones: Readonly<Record<string, (typeof calloutTones)[number]>> = {
  ...{ info: "note", important: "note", abstract: "note", summary: "note", todo: "note", question: "note" },
  ...{ success: "tip", hint: "tip", check: "tip", done: "tip" },
  ...{ caution: "warning", danger: "warning", error: "warning", attention: "warning", bug: "warning" },
};

/** The callout of Atoll that a callout of another program comes closest to. */
export function toneOf(name: string): (typeof calloutTones)[number] | undefined {
  const lower = name.toLowerCase();
  return (
    calloutTones.find((tone) => tone === lower) ?? (Object.hasOwn(tones, lower) ? tones[lower] : undefined)
  );
}

/**
 * Rewrites what other programs write in lines of their own and CommonMark does not know: notes at the foot, toggles,
 * boxes. Code is left alone.
 */
export function prepareLines(markdown: string): PreparedLines {
  const lines = markdown.split("\n");
  const pairs = pairsOf(lines);
  const formulaEnds = formulasOf(lines);
  let skipTo = -1;
  const out: string[] = [];
  const origins: number[] = [];
  const losses: Loss[] = [];
  let openFence = "";
  let isNote = false;
  for (const [index, line] of lines.entries()) {
    const add = (...texts: string[]) => {
      for (const text of texts) {
        out.push(text);
        origins.push(index + 1);
      }
    };
    const lose = (kind: ImportLoss) => losses.push({ kind, line: index + 1 });
    if (index <= skipTo) continue;
    const mark = fence.exec(line)?.[1] ?? "";
    if (mark !== "" && openFence === "") openFence = mark;
    else if (mark !== "" && mark.startsWith(openFence)) {
      openFence = "";
      add(line);
      continue;
    }
    if (openFence !== "") {
      add(line);
      continue;
    }
    const note = footnote.exec(line);
    if (note) {
      lose("footnotes");
      isNote = true;
      add(`${note[1]}\\${line.slice(note[1]?.length)}`);
      continue;
    }
    if (isNote && /^(?: {4}|\t)/.test(line)) {
      add(line.replace(/^(?: {4}|\t)/, ""));
      continue;
    }
    if (line.trim() !== "") isNote = false;
    const closing = formulaEnds.get(index);
    if (closing !== undefined) {
      const [indent = ""] = /^ */.exec(line) ?? [];
      add(`${indent}\`\`\`math`, ...closing.lines, `${indent}\`\`\``);
      skipTo = closing.to;
      continue;
    }
    const pair = pairs.get(index);
    const made = pair ? rewrite(line, pair, lose) : rewriteContainer(line, lose);
    add(...(made ?? [line]).map(readFormulas));
  }
  return { text: out.join("\n"), origins, losses };
}

/** Longer ones are text that only begins with the signs. */
const maxFormulaLines = 100;

/** The formulas in lines of their own, between `$$` and `$$`, by their first lines. */
function formulasOf(lines: readonly string[]): Map<number, { to: number; lines: string[] }> {
  const found = new Map<number, { to: number; lines: string[] }>();
  for (let from = 0; from < lines.length; from += 1) {
    const line = lines[from] ?? "";
    const [, whole] = /^ {0,3}\$\$(.{1,2000})\$\$\s*$/.exec(line) ?? [];
    if (whole !== undefined && !/`|\$\$/.test(whole))
      found.set(from, {
        to: from,
        lines: [line.replace(/\$\$(.*)\$\$/, (_marks, tex: string) => tex.trim())],
      });
    if (whole !== undefined || !/^ {0,3}\$\$\s*$/.test(line)) continue;
    const inner = lines.slice(from + 1, from + maxFormulaLines);
    const length = inner.findIndex((one) => /^ {0,3}\$\$\s*$/.test(one));
    const content = inner.slice(0, Math.max(0, length));
    if (length < 1 || content.some((one) => one.includes("```"))) continue;
    found.set(from, { to: from + length + 1, lines: content });
    from += length + 1;
  }
  return found;
}

/**
 * Formulas within a line, which have a sign that words and amounts of money do not have. They are code between dollar
 * signs here.
 */
function readFormulas(line: string): string {
  if (!line.includes("$") || line.length > 5_000) return line;
  return line.replace(
    /`+[^`]*`+|(?<![\\$\w])\$(?![\s$])([^$|`]{1,300}?)(?<![\s\\])\$(?![\w$])/g,
    (whole: string, tex?: string) => (tex !== undefined && /[\\^_={}]/.test(tex) ? `$\`${tex}\`$` : whole),
  );
}

/** Toggles and boxes that are nested more deeply than this are open text. */
const maxPairs = 6;

/** A pair of lines that opens and closes a toggle or a box. */
interface Pair {
  /** False for one that is nested too deeply. */
  isKept: boolean;
  /** As many colons as it is written with: more than anything in it. */
  colons: number;
}

/** The pair that each line opens or closes, or is the title of. A mark without its other one is text. */
function pairsOf(lines: readonly string[]): Map<number, Pair> {
  const ends = pairedLines(lines);
  const pairs = new Map<number, Pair>();
  const open: { pair: Pair; to: number }[] = [];
  for (const [index, line] of lines.entries()) {
    const to = ends.get(index);
    const around = open.at(-1)?.pair;
    if (to !== undefined && to > index) {
      const pair = { isKept: open.length < maxPairs, colons: 3 };
      pairs.set(index, pair).set(to, pair);
      open.push({ pair, to });
    } else if (to === undefined && summary.test(line))
      pairs.set(index, around ?? { isKept: false, colons: 3 });
    else if (around) holdColons(around, container.exec(line)?.[2]?.length ?? 0);
    if (open.at(-1)?.to !== index) continue;
    const closed = open.pop()?.pair;
    const outer = open.at(-1)?.pair;
    if (closed && outer) holdColons(outer, closed.isKept ? closed.colons : closed.colons - 1);
  }
  return pairs;
}

function holdColons(pair: Pair, inner: number): void {
  pair.colons = Math.max(pair.colons, inner + 1);
}

/** The line that closes what each line opens, and the other way round. Of pairs that cross each other, one is text. */
function pairedLines(lines: readonly string[]): Map<number, number> {
  const kinds = [
    { start: toggle, end: toggleEnd, open: 0 },
    { start: detailsStart, end: detailsEnd, open: 0 },
    { start: aside, end: asideEnd, open: 0 },
  ];
  const ends = new Map<number, number>();
  const open: { kind: (typeof kinds)[number]; from: number }[] = [];
  for (const [index, line] of lines.entries()) {
    const closed = kinds.find(({ end }) => end.test(line));
    const opened = closed ? undefined : kinds.find(({ start }) => start.test(line));
    if (opened) {
      opened.open += 1;
      open.push({ kind: opened, from: index });
    }
    // Nothing is searched for in vain: each line is passed once.
    for (let isFound = !closed?.open; !isFound; ) {
      const last = open.pop();
      if (!last) break;
      last.kind.open -= 1;
      isFound = last.kind === closed;
      if (isFound) ends.set(last.from, index).set(index, last.from);
    }
  }
  return ends;
}

function rewrite(line: string, pair: Pair, lose: (kind: ImportLoss) => void): string[] | undefined {
  const marks = ":".repeat(pair.colons);
  const opened = detailsStart.exec(line);
  const inner = opened ? `${opened[1]}${opened[2]}` : line;
  const titled = summary.exec(inner) ?? toggle.exec(line);
  const [indent = ""] = /^[ \t]*/.exec(line) ?? [];
  const start = pair.isKept && (opened || toggle.test(line)) ? ["", `${indent}${marks}toggle`] : [""];
  const end = pair.isKept ? [`${indent}${marks}`, ""] : [""];
  if (titled) {
    if (!pair.isKept) lose("toggles");
    const title = (pair.isKept ? asLine : inBold)(titled[2] ?? "");
    return [...start, `${indent}${title}`, ""];
  }
  if (opened) return [...start, inner, ""];
  if (aside.test(line)) {
    if (!pair.isKept) lose("boxes");
    return pair.isKept ? ["", `${indent}${marks}note`] : [""];
  }
  return detailsEnd.test(line) || toggleEnd.test(line) || asideEnd.test(line) ? end : undefined;
}

/** A title as a line of text: "1. First" would be a list. */
const asLine = (title: string): string =>
  title
    .trim()
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, "$1\\")
    .replace(/^(?=[-+*](?:\s|$)|>|#{1,6}(?:\s|$)|:{3})/, "\\");

/** `:::info`, `::: warning Title`, as Outline and Docusaurus write boxes. */
function rewriteContainer(line: string, lose: (kind: ImportLoss) => void): string[] | undefined {
  const [, indent = "", colons = "", name = "", title = ""] = container.exec(line) ?? [];
  if (name === "") return undefined;
  const tone = isToggle(name) ? "toggle" : toneOf(name);
  if (!tone) {
    if (!/\s/.test(title)) lose("boxes");
    return undefined;
  }
  const opened = `${indent}${colons}${tone}`;
  const write = tone === "toggle" ? asLine : inBold;
  return title.trim() === "" ? [opened] : [opened, `${indent}${write(title)}`, ""];
}

/** `::: details Title`, as VitePress writes toggles, and our own. */
const isToggle = (name: string): boolean => /^(?:toggle|details)$/i.test(name);

const inBold = (title: string): string => {
  const text = title.trim();
  return text === "" || text.includes("**") ? text : `**${text}**`;
};
