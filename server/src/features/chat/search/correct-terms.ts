import { sql } from "kysely";
import { editDistance, wordsOneSlipAway } from "../../../platform/search/edit-distance.ts";
import type { FoldedTerm } from "../../../platform/search/indexed-terms.ts";
import type { Database } from "../../../tables.ts";
import { countWith, hasWord } from "./search-queries.ts";
import type { SearchScope } from "./search-scope.ts";

/** A typed word that was meant to be another one; shorter words are like too many others. */
const shortestCorrected = 3;
/** Counted after what the searcher may not read has gone: else a word of others could be told by what it displaces. */
const maxCandidates = 8;
const maxSimilar = 50;
/** Enough to tell a common word from one that somebody else misspelt. */
const countedHits = 30;

/**
 * For each term that stands in no message of the scope: the word that looks most like it and does, the most common of
 * those that look alike. Undefined when there is one without such a word. Words that stand only in messages that the
 * searcher may not read play no part: they are not named, and do not change which others are.
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
  // Letters only: numbers, names with dashes and pasted lines are seldom misspelt, and never alike.
  if (!/^\p{L}+$/u.test(folded) || [...folded].length < shortestCorrected || folded.length > 60)
    return undefined;
  const near = await oneSlipAway(tx, scope, folded);
  return (await mostCommon(tx, scope, near)) ?? mostCommon(tx, scope, await further(tx, scope, folded));
}

async function oneSlipAway(tx: Database, scope: SearchScope, word: string): Promise<string[]> {
  // A slip in the first letter is rare.
  const { rows } = await sql<{ word: string }>`
    SELECT word FROM (
      SELECT word FROM search_words WHERE word = ANY(${wordsOneSlipAway(word)}::text[])
      ORDER BY left(word, 1) <> left(${word}, 1), word OFFSET 0
    ) w WHERE ${hasWord(scope, sql.ref("w.word"))} LIMIT ${maxCandidates}`.execute(tx);
  return rows.map((row) => row.word);
}

/** Words with more slips between, the longer the more, nearest first. */
async function further(tx: Database, scope: SearchScope, word: string): Promise<string[]> {
  const length = [...word].length;
  const slips = Math.min(3, Math.floor(length / 3));
  if (slips === 0) return [];
  const { rows } = await sql<{ word: string }>`
    SELECT word FROM (
      SELECT word FROM search_words
      WHERE word % ${word} AND char_length(word) BETWEEN ${length - slips} AND ${length + slips}
      ORDER BY similarity(word, ${word}) DESC, word OFFSET 0
    ) w WHERE ${hasWord(scope, sql.ref("w.word"))} LIMIT ${maxSimilar}`.execute(tx);
  const near = rows.map((row) => ({ word: row.word, distance: editDistance(word, row.word, slips) }));
  return near
    .filter(({ distance }) => distance > 0 && distance <= slips)
    .sort((a, b) => a.distance - b.distance)
    .map((row) => row.word)
    .slice(0, maxCandidates);
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
