import { type QueryExecutorProvider, sql } from "kysely";

/** Another way to write a word: as it is compared with texts, and its words in the index. */
export interface Spelling {
  folded: string;
  words: string[];
}

/** Between the groups of three digits of a number. */
const digitSeparators = [",", ".", " ", "'"];
const shortestCompound = 5;
const longestCompound = 30;
const shortestPart = 2;

/**
 * Returns other ways to write words, by word: numbers with separators, and compounds of two words that some text has,
 * with a hyphen or a space between them.
 */
export async function findSpellings(
  tx: QueryExecutorProvider,
  words: readonly string[],
): Promise<ReadonlyMap<string, Spelling[]>> {
  const splits = words.flatMap(splitsOf);
  const known = await knownWords(tx, [...new Set(splits.flatMap(({ parts }) => parts))]);
  const found = new Map<string, Spelling[]>(
    words.map((word) => [word, [...groupDigits(word), ...joinDigits(word)]]),
  );
  for (const { word, parts } of splits) {
    if (!parts.every((part) => known.has(part))) continue;
    found.get(word)?.push(...["-", " "].map((sign) => ({ folded: parts.join(sign), words: parts })));
  }
  return found;
}

/** Pure: "128,400" and the like for "128400", and "1,284.01" and the like for "1284.01". */
export function groupDigits(word: string): Spelling[] {
  const [, whole, decimals] = /^([1-9]\d{3,14})(?:[.,](\d{1,2}))?$/.exec(word) ?? [];
  if (whole === undefined) return [];
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, " ").split(" ");
  return digitSeparators.map((sign) => {
    const end = decimals === undefined ? "" : `${sign === "." ? "," : "."}${decimals}`;
    return {
      folded: groups.join(sign) + end,
      words: decimals === undefined ? groups : [...groups, decimals],
    };
  });
}

/** Pure: "128400" for "128,400", and "1284.01" for "1,284.01" and "1.284,01". */
function joinDigits(word: string): Spelling[] {
  const [, whole, decimals] = /^([1-9]\d{0,2}(?:[,.' ]\d{3}){1,4})(?:[.,](\d{1,2}))?$/.exec(word) ?? [];
  if (whole === undefined) return [];
  const joined = whole.replace(/\D/g, "");
  if (decimals === undefined) return [{ folded: joined, words: [joined] }];
  return [".", ","].map((sign) => ({ folded: `${joined}${sign}${decimals}`, words: [joined, decimals] }));
}

function splitsOf(word: string): { word: string; parts: string[] }[] {
  if (!/^\p{L}+$/u.test(word) || word.length < shortestCompound || word.length > longestCompound) return [];
  const splits = [];
  for (let at = shortestPart; at <= word.length - shortestPart; at += 1)
    splits.push({ word, parts: [word.slice(0, at), word.slice(at)] });
  return splits;
}

async function knownWords(tx: QueryExecutorProvider, words: string[]): Promise<ReadonlySet<string>> {
  if (words.length === 0) return new Set();
  const { rows } = await sql<{ word: string }>`
    SELECT word FROM search_words WHERE word = ANY(${words}::text[])`.execute(tx);
  return new Set(rows.map(({ word }) => word));
}
