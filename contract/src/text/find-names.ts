/** Finding people, channels and pages by what they are called. Browser and server find alike. */

/** A thing that can be found by its name. */
export interface Named {
  label: string;
  /** Other words that it is known by. They count less. */
  also?: string | undefined;
}

/** Beyond this nothing that is typed is a name. In UTF-16 units. */
const maxTextLength = 200;
/** In shorter words, one typing mistake would match too much. */
const minSlipLength = 4;

/**
 * Those in whose name every word of the text stands, in any order: first whose name begins with it, then where each
 * word begins one, then where they stand within, each in the order given. Case, accents, widths of letters and what
 * joins the words of a name do not matter. Where nothing is found so, those whose words begin with one slip of the
 * text's: a letter too many, one missing, another one, or two swapped. All of them for an empty text.
 */
export function findNames<Item extends Named>(
  items: readonly Item[],
  text: string,
  allowsSlips = true,
): Item[] {
  const wanted = nameWords(text);
  if (wanted.length === 0) return text.trim() === "" ? [...items] : [];
  const names = items.map((item) => ({ item, words: nameWords(item.label), also: item.also }));
  const found = names
    .map(({ item, words, also }) => ({ item, rank: rankOf(words, also, wanted) }))
    .filter(({ rank }) => rank < noMatch)
    .sort((a, b) => a.rank - b.rank);
  if (found.length > 0 || !allowsSlips) return found.map(({ item }) => item);
  return names
    .filter(({ words, also }) => {
      const all = also === undefined ? words : [...words, ...nameWords(also)];
      return wanted.every((word) => all.some((one) => beginsAlmost(one, word)));
    })
    .map(({ item }) => item);
}

const noMatch = 4;

function rankOf(words: readonly string[], also: string | undefined, wanted: readonly string[]): number {
  const name = words.join(" ");
  if (name.startsWith(wanted.join(" "))) return 0;
  if (wanted.every((word) => words.some((one) => one.startsWith(word)))) return 1;
  if (wanted.every((word) => name.includes(word))) return 2;
  if (also === undefined) return noMatch;
  const all = `${name} ${nameWords(also).join(" ")}`;
  return wanted.every((word) => all.includes(word)) ? 3 : noMatch;
}

/** The words of a name, as they are compared: without case, accents and what joins them. */
export function nameWords(name: string): string[] {
  return foldName(name)
    .split(/[\s\-_.,/@#]+/)
    .filter((word) => word !== "");
}

/** Accents, the vowel signs of Hebrew and Arabic, and what is not seen. */
const unseen =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]|[\u00ad\u200b\u200c\u2060\ufeff]|\ufe0e|\ufe0f/g;
const others: Readonly<Record<string, string>> = {
  ...{ ø: "o", ł: "l", đ: "d", ð: "d", ħ: "h", ı: "i", ς: "σ", ß: "ss", æ: "ae", œ: "oe" },
  ...{ ʼ: "'", "‘": "'", "’": "'", "‛": "'", "“": '"', "”": '"', "„": '"', "‟": '"', "‐": "-" },
};

/** As `search_fold` in the database has it. */
function foldName(text: string): string {
  return text
    .slice(0, maxTextLength)
    .normalize("NFKD")
    .replace(unseen, "")
    .toLowerCase()
    .replace(/[øłđðħıςßæœʼ‘’‛“”„‟‐]/g, (letter) => others[letter] ?? letter)
    .normalize("NFKC");
}

/** Returns whether a word begins with another one, or does so but for one slip in it. */
export function beginsAlmost(word: string, wanted: string): boolean {
  if (word.startsWith(wanted)) return true;
  const [own, other] = [[...word], [...wanted]];
  if (other.length < minSlipLength) return false;
  let at = 0;
  while (at < other.length && own[at] === other[at]) at += 1;
  const rest = (letters: readonly string[], from: number) => letters.slice(from).join("");
  const begins = (from: number, wantedFrom: number) => rest(own, from).startsWith(rest(other, wantedFrom));
  const isSwapped = own[at] === other[at + 1] && own[at + 1] === other[at];
  return (
    begins(at + 1, at + 1) ||
    begins(at, at + 1) ||
    begins(at + 1, at) ||
    (isSwapped && begins(at + 2, at + 2))
  );
}
