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
  const isPaired = pairsOf(lines);
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
    const made = isPaired.has(index) ? rewrite(line, lose) : rewriteContainer(line, lose);
    add(...(made ?? [line]));
  }
  return { text: out.join("\n"), origins, losses };
}

/** The lines that open or close a pair of marks: one without the other is text. */
function pairsOf(lines: readonly string[]): Set<number> {
  const paired = new Set<number>();
  const kinds = [
    [toggle, toggleEnd],
    [detailsStart, detailsEnd],
    [aside, asideEnd],
  ] as const;
  for (const [start, end] of kinds) {
    const open: number[] = [];
    for (const [index, line] of lines.entries()) {
      if (end.test(line)) {
        const from = open.pop();
        if (from !== undefined) paired.add(from).add(index);
      } else if (start.test(line)) open.push(index);
    }
    if (start === detailsStart)
      for (const [index, line] of lines.entries()) if (summary.test(line)) paired.add(index);
  }
  return paired;
}

function rewrite(line: string, lose: (kind: ImportLoss) => void): string[] | undefined {
  const opened = detailsStart.exec(line);
  const inner = opened ? `${opened[1]}${opened[2]}` : line;
  const titled = summary.exec(inner) ?? toggle.exec(line);
  if (titled) {
    lose("toggles");
    return ["", `${titled[1]}${inBold(titled[2] ?? "")}`, ""];
  }
  if (opened) return ["", inner, ""];
  if (detailsEnd.test(line) || toggleEnd.test(line)) return [""];
  const box = aside.exec(line);
  if (box) return ["", `${box[1]}:::note`];
  const boxEnd = asideEnd.exec(line);
  return boxEnd ? [`${boxEnd[1]}:::`, ""] : undefined;
}

/** `:::info`, `::: warning Title`, as Outline and Docusaurus write boxes. */
function rewriteContainer(line: string, lose: (kind: ImportLoss) => void): string[] | undefined {
  const [, indent = "", colons = "", name = "", title = ""] = container.exec(line) ?? [];
  if (name === "") return undefined;
  const tone = toneOf(name);
  if (!tone) {
    if (!/\s/.test(title)) lose("boxes");
    return undefined;
  }
  const opened = `${indent}${colons}${tone}`;
  return title.trim() === "" ? [opened] : [opened, `${indent}${inBold(title)}`, ""];
}

const inBold = (title: string): string => {
  const text = title.trim();
  return text === "" || text.includes("**") ? text : `**${text}**`;
};
