import { Marked } from "../../../ui/base/marked.tsx";

export interface HighlightedProps {
  text: string;
  /** The text to highlight, or words that are each highlighted wherever they occur. Case does not matter. */
  query: string | readonly string[];
}

/** A text with the searched words highlighted. */
export function Highlighted({ text, query }: HighlightedProps) {
  return <Marked text={text} marks={findWords(text, typeof query === "string" ? [query] : query)} />;
}

/** Returns where the words occur; where two begin at the same place the longer one counts. */
export function findWords(text: string, words: readonly string[]): [start: number, end: number][] {
  const wanted = words.filter((word) => word !== "").sort((a, b) => b.length - a.length);
  if (wanted.length === 0) return [];
  const pattern = new RegExp(wanted.map(escapePattern).join("|"), "giu");
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => [index, index + found.length]);
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
