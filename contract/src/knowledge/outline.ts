import { maxSteps, wordsPerMinute } from "./limits.ts";

/** A heading of an article, and the anchor that leads to it. */
export interface Heading {
  level: number;
  text: string;
  anchor: string;
}

/** A step of a procedure. Its id is stored in the text and survives every edit, so a run can be compared with it. */
export interface Step {
  id: string;
  title: string;
}

/** A part of an article under one heading; the first part has none. */
export interface Section {
  heading: Heading | null;
  text: string;
}

export interface Outline {
  headings: Heading[];
  steps: Step[];
  sections: Section[];
  words: number;
}

const fence = /^ {0,3}(`{3,}|~{3,})/;
const headingLine = /^ {0,3}(#{1,4})\s+(\S.*)$/;
/** A longer line is no heading: it would be one of no use, and take long to compare. */
const longestHeading = 1000;
/** `:::step{#id}`, as the editor writes it. The first line in it is the step's title. */
const stepLine = /^ {0,3}:{3,}step\{#([\w-]{1,64})\}\s*$/;

/** The beginning and the end of a callout or a toggle, and the end of a step. */
const directiveLine = /^ {0,3}:{3,}(?:note|tip|warning|toggle)?\s*$/;

/** Reads the headings, steps and sections of Markdown in one pass over its lines. Code is passed over. */
export function readOutline(markdown: string): Outline {
  const headings: Heading[] = [];
  const steps: Step[] = [];
  const sections: { heading: Heading | null; lines: string[] }[] = [{ heading: null, lines: [] }];
  const used = new Map<string, number>();
  let openFence: string | undefined;
  for (const line of markdown.split("\n")) {
    const mark = fence.exec(line)?.[1];
    if (mark !== undefined) openFence = nextFence(openFence, mark);
    const isCode = openFence !== undefined || mark !== undefined;
    const head = isCode ? null : readHeading(line);
    const stepId = isCode ? undefined : stepLine.exec(line)?.[1];
    if (stepId !== undefined && steps.length < maxSteps) steps.push({ id: stepId, title: "" });
    // Directives are markup: a section quotes the text between them.
    if (!isCode && (stepId !== undefined || directiveLine.test(line))) continue;
    const last = steps.at(-1);
    if (last?.title === "" && line.trim() !== "") {
      last.title = plainText(head?.text ?? line.slice(0, longestHeading)).slice(0, 200) || "Step";
      sections.at(-1)?.lines.push(line);
      continue;
    }
    if (head) {
      const text = plainText(head.text);
      const heading = { level: head.level, text, anchor: uniqueAnchor(text, used) };
      headings.push(heading);
      sections.push({ heading, lines: [] });
    } else sections.at(-1)?.lines.push(line);
  }
  return {
    headings,
    steps,
    sections: sections.map(({ heading, lines }) => ({ heading, text: lines.join("\n").trim() })),
    words: countWords(markdown),
  };
}

/** The level and text of a line that is a heading, without the marks that may close it; undefined for all others. */
export function readHeading(line: string): { level: number; text: string } | undefined {
  const [, marks, said] = line.length > longestHeading ? [] : (headingLine.exec(line) ?? []);
  if (marks === undefined || said === undefined) return undefined;
  let end = said.trimEnd().length;
  while (end > 0 && said[end - 1] === "#") end -= 1;
  return { level: marks.length, text: said.slice(0, end).trimEnd() };
}

/** A fence is closed by one of its own kind that is at least as long. */
function nextFence(open: string | undefined, mark: string): string | undefined {
  if (open === undefined) return mark;
  return mark.startsWith(open) ? undefined : open;
}

/** The text of a heading without its marks; a link keeps its words. */
export function plainText(text: string): string {
  return text
    .replace(/\[([^\]]{0,300})\]\([^)]{0,2000}\)/g, "$1")
    .replace(marksAndEscapes, readMark)
    .trim();
}

/** An underscore within a word, and a star between spaces, are no marks. */
const marksAndEscapes =
  /\\([!-/:-@[-`{-~])|&#x([0-9a-f]{1,6});|<br>|`|(?<=\S)==|==(?=\S)|(?<=\S)[*~]|[*~](?=\S)|(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/giu;

/** Keeps an escaped character without its backslash, and reads one that is given by its number. */
function readMark(mark: string, escaped: string | undefined, hex: string | undefined): string {
  if (escaped !== undefined) return escaped;
  const code = hex === undefined ? 0 : Number.parseInt(hex, 16);
  if (code > 0 && code <= 0x10_ff_ff) return String.fromCodePoint(code);
  return mark.startsWith("<") ? " " : "";
}

/** An anchor for a heading: words joined by hyphens, numbered where two headings are alike. */
export function uniqueAnchor(text: string, used: Map<string, number>): string {
  const base =
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "") || "section";
  const seen = used.get(base) ?? 0;
  used.set(base, seen + 1);
  return seen === 0 ? base : `${base}-${seen + 1}`;
}

/** Letters of scripts that write no spaces, and how many of them take as long to read as one word. */
const spacelessLetters =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const lettersPerWord = 2;

/**
 * Counts runs of characters between white space, in one pass. Text without spaces, such as Chinese, counts by its letters:
 * the result is how many words take as long to read.
 */
export function countWords(text: string): number {
  let letters = 0;
  const rest = text.replace(spacelessLetters, () => {
    letters += 1;
    return " ";
  });
  const words = rest.match(/\S+/g)?.filter((word) => /[\p{L}\p{N}]/u.test(word)).length ?? 0;
  return words + Math.ceil(letters / lettersPerWord);
}

/** Minutes it takes to read so many words; one at least. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / wordsPerMinute));
}
