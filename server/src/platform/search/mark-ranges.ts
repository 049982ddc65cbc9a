import type { MarkedText } from "@atoll/contract/search/hit-schemas";
import { foldForMarks } from "./mark-words.ts";

export interface MarkedTerm {
  folded: string;
  /** Whole words that count as this one. */
  forms?: readonly string[];
  /** Other ways to write it. */
  spellings?: readonly { folded: string }[];
}

type Range = [number, number];

const maxMarks = 50;
/** Characters before the first highlight of an excerpt. */
const lead = 60;

/**
 * Returns a function that finds terms in a text, as ordered ranges. Adjacent matches separated only by whitespace
 * become one range, like a phrase. The time per text is bounded, whatever the text.
 */
export function createRangeMarker(terms: readonly MarkedTerm[]): (content: string) => Range[] {
  const known = new Map<string, string>();
  return (content) => {
    const { text, starts, ends } = foldForMarks(content, known);
    const ranges: Range[] = [];
    const add = (at: number, length: number) => {
      const last = at + length - 1;
      ranges.push([starts?.[at] ?? at, ends?.[last] ?? last + 1]);
    };
    for (const { folded, forms = [], spellings = [] } of terms) {
      for (const [word, isWhole] of [
        [folded, false] as const,
        ...[...forms, ...spellings.map((one) => one.folded)].map((form) => [form, true] as const),
      ]) {
        if (word === "") continue;
        let count = 0;
        for (
          let at = text.indexOf(word);
          at >= 0 && count < maxMarks;
          at = text.indexOf(word, at + word.length)
        ) {
          if (isWhole && !standsAlone(text, at, word.length)) continue;
          add(at, word.length);
          count += 1;
        }
      }
    }
    return joined(content, ranges);
  };
}

const letter = /[\p{L}\p{N}]/u;

function standsAlone(text: string, at: number, length: number): boolean {
  return !letter.test(text[at - 1] ?? " ") && !letter.test(text[at + length] ?? " ");
}

function joined(content: string, ranges: Range[]): Range[] {
  const inOrder: Range[] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = inOrder.at(-1);
    if (last && (start <= last[1] || content.slice(last[1], start).trim() === "")) {
      last[1] = Math.max(last[1], end);
    } else inOrder.push([start, end]);
  }
  return inOrder.slice(0, maxMarks);
}

/**
 * Returns the excerpt of a text around its first highlight, on one line, up to a length, with ellipses where it is cut.
 */
export function cutAround(content: string, marks: readonly Range[], maxLength: number): MarkedText {
  const first = marks[0]?.[0] ?? 0;
  let start = content.length > maxLength && first > lead ? wordBefore(content, first - lead) : 0;
  let end = Math.min(content.length, start + maxLength);
  // If the text ends sooner, show more of the text before.
  if (end === content.length && start > 0) start = Math.min(start, wordBefore(content, end - maxLength));
  // Half a character is none.
  if (/[\uDC00-\uDFFF]/.test(content[start] ?? "")) start += 1;
  if (/[\uD800-\uDBFF]/.test(content[end - 1] ?? "")) end -= 1;
  const before = start > 0 ? "…" : "";
  const text = `${before}${content.slice(start, end).replace(/\s/g, " ")}${end < content.length ? "…" : ""}`;
  const shift = before.length - start;
  const inside = marks
    .filter(([from, to]) => from >= start && from < end && to > start)
    .map(([from, to]): Range => [from + shift, Math.min(to, end) + shift]);
  return { text, marks: inside };
}

function wordBefore(content: string, at: number): number {
  if (at <= 0) return 0;
  const space = content.slice(Math.max(0, at), at + 30).search(/\s/);
  return space < 0 ? at : at + space + 1;
}
