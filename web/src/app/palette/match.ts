/** What someone may look for by a name. */
interface Named {
  label: string;
  /** Other words that it may be known by. */
  also?: string | undefined;
}

/**
 * Those in whose name every word of the text stands, in any case and without accents: first whose name begins with
 * it, then where a word does, else in their order. All of them for an empty text.
 */
export function matchNames<Item extends Named>(items: readonly Item[], text: string): Item[] {
  const wanted = fold(text).trim();
  if (wanted === "") return [...items];
  const words = wanted.split(/\s+/);
  return items
    .map((item) => ({ item, rank: rankOf(item, wanted, words) }))
    .filter(({ rank }) => rank < noMatch)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

const noMatch = 4;

function rankOf({ label, also = "" }: Named, wanted: string, words: readonly string[]): number {
  const name = fold(label);
  if (name.startsWith(wanted)) return 0;
  if (words.every((word) => name.split(/[\s\-_.]+/).some((part) => part.startsWith(word)))) return 1;
  if (words.every((word) => name.includes(word))) return 2;
  return words.every((word) => `${name} ${fold(also)}`.includes(word)) ? 3 : noMatch;
}

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
