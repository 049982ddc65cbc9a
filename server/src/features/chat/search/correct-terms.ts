import type { RawBuilder } from "kysely";
import { isCorrectable, wordsBesides, wordsFurther } from "../../../platform/search/alike-words.ts";
import type { FoldedTerm } from "../../../platform/search/indexed-terms.ts";
import type { Database } from "../../../tables.ts";
import { countWith, hasWord } from "./search-queries.ts";
import type { SearchScope } from "./search-scope.ts";

/** Applied after unreadable words are removed: otherwise a word of others would show by what it displaces. */
const maxCandidates = 8;
/** Enough to distinguish a common word from a misspelling. */
const countedHits = 30;

/**
 * Returns a correction for each term that no message in the scope contains: the most common of the words in the scope
 * that look most like it. Returns undefined if a term has none. Words only in messages that the searcher may not read
 * are not named, and do not affect which others are.
 */
export async function correctTerms(
  tx: Database,
  scope: SearchScope,
  terms: readonly FoldedTerm[],
  isFound: (term: FoldedTerm) => Promise<boolean>,
): Promise<Map<number, string> | undefined> {
  const corrections = new Map<number, string>();
  for (const [place, term] of terms.entries()) {
    if (await isFound(term)) continue;
    const correction = await correct(tx, scope, term);
    if (correction === undefined) return undefined;
    corrections.set(place, correction);
  }
  return corrections.size > 0 ? corrections : undefined;
}

async function correct(
  tx: Database,
  scope: SearchScope,
  { folded }: FoldedTerm,
): Promise<string | undefined> {
  if (!isCorrectable(folded)) return undefined;
  const isThere = (word: RawBuilder<string>) => hasWord(scope, word);
  const near = await wordsBesides(tx, folded, isThere, maxCandidates);
  return (
    (await mostCommon(tx, scope, near)) ??
    mostCommon(tx, scope, await wordsFurther(tx, folded, isThere, maxCandidates))
  );
}

async function mostCommon(
  tx: Database,
  scope: SearchScope,
  words: readonly string[],
): Promise<string | undefined> {
  let best: { word: string; count: number } | undefined;
  for (const word of words) {
    const count = await countWith(tx, scope, word, countedHits);
    if (count > (best?.count ?? 0)) best = { word, count };
  }
  return best?.word;
}
