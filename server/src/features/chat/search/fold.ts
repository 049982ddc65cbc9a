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
  const { text, places } = isPlain(content) ? foldPlain(content) : foldWithPlaces(content);
  const words = new Set<string>();
  for (const term of foldedTerms) {
    if (term === "") continue;
    for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length)) {
      const last = at + term.length - 1;
      const start = places ? (places[at]?.start ?? 0) : at;
      const end = places ? (places[last]?.end ?? content.length) : last + 1;
      words.add(content.slice(start, end).toLowerCase());
      if (words.size >= maxMarked) return [...words];
    }
  }
  return [...words];
}

interface FoldedText {
  text: string;
  /** For each character of the folded text, where it comes from; undefined where every character stays in its place. */
  places: { start: number; end: number }[] | undefined;
}

/** Such a text has nothing to fold but its case. To look at each character of a page of hits takes longer than to find it. */
function isPlain(content: string): boolean {
  return !/[^\p{ASCII}]|\s\s/u.test(content);
}

function foldPlain(content: string): FoldedText {
  return { text: content.toLowerCase().replace(/\s/g, " "), places: undefined };
}

function foldWithPlaces(content: string): FoldedText {
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
