import { Fragment } from "react";

export interface MarkedProps {
  text: string;
  /** Ranges in the text, in order: each from a place up to another. */
  marks: readonly (readonly [start: number, end: number])[];
}

/** A text with what was found in it marked. It is shown as the text that it is; markup in it is none. */
export function Marked({ text, marks }: MarkedProps) {
  return split(text, marks).map(({ part, at, isMarked }) =>
    isMarked ? (
      <mark key={at} className="rounded-[2px] bg-highlight px-px text-highlight-contrast">
        {part}
      </mark>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  );
}

/** Ranges that the text does not have, or that lie over one another, mark nothing. */
function split(text: string, marks: MarkedProps["marks"]) {
  const parts: { part: string; at: number; isMarked: boolean }[] = [];
  let from = 0;
  for (const [start, end] of marks) {
    if (start < from || end <= start || end > text.length) continue;
    if (start > from) parts.push({ part: text.slice(from, start), at: from, isMarked: false });
    parts.push({ part: text.slice(start, end), at: start, isMarked: true });
    from = end;
  }
  if (from < text.length) parts.push({ part: text.slice(from), at: from, isMarked: false });
  return parts;
}
