import { Fragment } from "react";

export interface HighlightedProps {
  text: string;
  /** The text to highlight, or words that are each highlighted wherever they occur. Case does not matter. */
  query: string | readonly string[];
}

/** A text with the searched words highlighted. */
export function Highlighted({ text, query }: HighlightedProps) {
  return markParts(text, typeof query === "string" ? [query] : query).map(({ part, at, isMarked }) =>
    isMarked ? (
      <mark key={`${at} marked`} className="rounded-[2px] bg-highlight px-px text-highlight-contrast">
        {part}
      </mark>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  );
}

/** Splits a text at the words; where two begin at the same place the longer one counts. */
export function markParts(text: string, words: readonly string[]) {
  const wanted = words.filter((word) => word !== "").sort((a, b) => b.length - a.length);
  if (wanted.length === 0) return [{ part: text, at: 0, isMarked: false }];
  const pattern = new RegExp(`(${wanted.map(escapePattern).join("|")})`, "giu");
  let at = 0;
  // Splitting at a group keeps the matches, at every second place.
  return text.split(pattern).map((part, index) => {
    const placed = { part, at, isMarked: index % 2 === 1 };
    at += part.length;
    return placed;
  });
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
