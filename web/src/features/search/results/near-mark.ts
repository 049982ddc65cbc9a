import type { MarkedText } from "@atoll/contract/search/hit-schemas";

/** How much a narrow row shows, and how much of that may precede the match, in UTF-16 units. */
const seen = 50;
const lead = 24;

/**
 * The same text from shortly before what was found in it, where a row's cut would hide that; with an ellipsis
 * for what is left out. It begins at a word where there is one, and never within a character of two units.
 */
export function nearMark(marked: MarkedText): MarkedText {
  const { text, marks } = marked;
  const first = marks[0];
  if (!first || first[1] <= seen || first[0] <= lead) return marked;
  const before = text.slice(first[0] - lead, first[0]);
  const gap = before.search(/\s\S/u);
  const from = first[0] - lead + (gap >= 0 ? gap + 1 : /^[\uDC00-\uDFFF]/.test(before) ? 1 : 0);
  const moved = from - 1;
  return { text: `…${text.slice(from)}`, marks: marks.map(([start, end]) => [start - moved, end - moved]) };
}
