const unseen = /[\u0300-\u036f]|[\u00ad\u200b\u200c\u2060\ufeff]|\ufe0e|\ufe0f/g;
const others: Record<string, string> = {
  ...{ ø: "o", ł: "l", đ: "d", ð: "d", ħ: "h", ı: "i", ς: "σ", ß: "ss", æ: "ae", œ: "oe" },
};
/** A character with the marks that belong to it. */
const cluster = /\P{M}\p{M}*|\p{M}+/gsu;
const maxMarked = 50;

/** A text as search compares it: what `search_fold` in the database makes of it. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(unseen, "")
    .toLowerCase()
    .replace(/[øłđðħıςßæœ]/g, (letter) => others[letter] ?? letter)
    .normalize("NFKC")
    .replace(/\s+/g, " ");
}

/**
 * What to mark in a text: each place where one of the folded terms is found, as it stands there, lowercased.
 * `cafe` marks the `café` of a text.
 */
export function wordsToMark(content: string, foldedTerms: readonly string[]): string[] {
  const { text, places } = foldWithPlaces(content);
  const words = new Set<string>();
  for (const term of foldedTerms) {
    if (term === "") continue;
    for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length)) {
      const start = places[at]?.start ?? 0;
      const end = places[at + term.length - 1]?.end ?? content.length;
      words.add(content.slice(start, end).toLowerCase());
      if (words.size >= maxMarked) return [...words];
    }
  }
  return [...words];
}

/** For each character of the folded text, where it comes from. */
function foldWithPlaces(content: string): { text: string; places: { start: number; end: number }[] } {
  let text = "";
  const places: { start: number; end: number }[] = [];
  for (const match of content.matchAll(cluster)) {
    const place = { start: match.index, end: match.index + match[0].length };
    const folded = fold(match[0]);
    // Space is counted once, however much of it there is.
    const added = text.endsWith(" ") ? folded.replace(/^ /, "") : folded;
    text += added;
    for (let count = 0; count < added.length; count += 1) places.push(place);
  }
  return { text, places };
}
