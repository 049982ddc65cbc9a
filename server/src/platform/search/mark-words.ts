import { fold } from "./fold.ts";

/**
 * A character with the marks that belong to it. More than thirty, which no language writes, are parted as for streams
 * (Unicode, annex 15): to order a longer row of them takes time by its square.
 */
const cluster = /\P{M}\p{M}{0,30}|\p{M}{1,31}/gsu;
const maxMarked = 50;
/** Maximum matches examined in one text. After these, other spellings of a word are unlikely. */
const maxPlaces = 2_000;
/** The limit of `search_fold` in the database. */
const maxFolded = 32_000;
/**
 * Maximum distinct characters folded for one search, as many as a page of long texts in Chinese has. Others stay as
 * they are.
 */
const maxDifferent = 10_000;

/**
 * Returns a function that finds the words to highlight in the texts of one search: every match of a folded term, as
 * written in the text, lowercased. `cafe` highlights the `café` of a text. The time per text is bounded, whatever the
 * text.
 */
export function createWordMarker(foldedTerms: readonly string[]): (content: string) => string[] {
  const terms = new Set(foldedTerms.filter((term) => term !== ""));
  const known = new Map<string, string>();
  return (content) => wordsIn(content, foldForMarks(content, known), terms);
}

/** Folds a text, with the positions that its characters come from. `known` caches folded characters. */
export function foldForMarks(content: string, known: Map<string, string>): FoldedText {
  return isPlain(content) ? foldPlain(content) : foldMapped(content, known);
}

function wordsIn(content: string, { text, starts, ends }: FoldedText, terms: ReadonlySet<string>): string[] {
  const words = new Set<string>();
  let placeCount = 0;
  for (const term of terms) {
    for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length)) {
      const last = at + term.length - 1;
      words.add(content.slice(starts?.[at] ?? at, ends?.[last] ?? last + 1).toLowerCase());
      placeCount += 1;
      if (words.size >= maxMarked || placeCount >= maxPlaces) return [...words];
    }
  }
  return [...words];
}

export interface FoldedText {
  text: string;
  /** For each folded character, the start and end of its origin; absent if all positions are the same. */
  starts?: number[];
  ends?: number[];
}

/**
 * Returns whether folding only changes the case of a text. Checking each character of a page of hits takes longer than
 * finding it.
 */
function isPlain(content: string): boolean {
  return !/[^\p{ASCII}]|\s\s/u.test(content);
}

function foldPlain(content: string): FoldedText {
  return { text: content.toLowerCase().replace(/\s/g, " ") };
}

function foldMapped(content: string, known: Map<string, string>): FoldedText {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let endsInSpace = false;
  for (const { 0: letter, index } of content.matchAll(cluster)) {
    const folded = foldOnce(letter, known);
    // Space is counted once, however much of it there is.
    const added: string = endsInSpace && folded.startsWith(" ") ? folded.slice(1) : folded;
    if (added === "") continue;
    parts.push(added);
    endsInSpace = added.endsWith(" ");
    for (let count = 0; count < added.length; count += 1) {
      starts.push(index);
      ends.push(index + letter.length);
    }
    if (starts.length >= maxFolded) break;
  }
  return { text: parts.join(""), starts, ends };
}

function foldOnce(letter: string, known: Map<string, string>): string {
  const before = known.get(letter);
  if (before !== undefined) return before;
  if (known.size >= maxDifferent) return letter.toLowerCase();
  const folded = fold(letter);
  known.set(letter, folded);
  return folded;
}
