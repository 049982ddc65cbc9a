import type { HitCount } from "@atoll/contract/search/hit-schemas";
import type { SearchAnswer } from "@atoll/contract/search/question-schemas";
import { isCorrectable, wordsBesides, wordsFurther } from "../../../platform/search/alike-words.ts";
import { type FoldedTerm, foldTerms } from "../../../platform/search/indexed-terms.ts";
import { replaceTerms } from "../../../platform/search/parse-query.ts";
import type { Asked } from "../../../platform/search/search-sources.ts";
import { countHits, type Looking } from "../entries/find-hits.ts";
import { wordsReadable } from "../entry-rights.ts";
import type { ReadQuestion } from "../question/read-question.ts";

/** Applied after unreadable words are removed: otherwise a word of others would show by what it displaces. */
const maxCandidates = 6;
/** The number of words of a query that are corrected. */
const maxCorrected = 3;

/**
 * Returns a correction of a query without results: its words replaced by similar ones that the viewer may read
 * somewhere, the most common of those. Words that only others may read are not named, and do not affect which words
 * are.
 */
export async function didYouMean(
  looking: Looking,
  query: string,
  { asked, parsed, kinds }: ReadQuestion,
  asOf: string,
): Promise<SearchAnswer["didYouMean"]> {
  const { tx } = looking;
  // Terms that fold to nothing were removed, so positions no longer match.
  if (asked.terms.length === 0 || asked.terms.length !== parsed.terms.length) return null;
  const countOf = (terms: Asked["terms"]) => countHits(looking, { asked: { ...asked, terms }, kinds }, asOf);
  const replacements = new Map<number, string>();
  const found = new Set<FoldedTerm>();
  // A single term was already searched for, without a result.
  if (asked.terms.length > 1)
    for (const term of asked.terms) if ((await countOf([term])).count > 0) found.add(term);
  for (const [place, term] of asked.terms.entries()) {
    if (found.has(term)) continue;
    if (replacements.size >= maxCorrected || !isCorrectable(term.folded)) return null;
    // The correction may differ depending on the other words.
    const others = [...found];
    const best = await mostCommon(await candidates(looking, asked, term.folded), async (word) => {
      const whole = (await foldTerms(tx, [word])).map((one) => ({ ...one, isWhole: true as const }));
      const together = await countOf([...others, ...whole]);
      return together.count > 0 || others.length === 0
        ? together
        : { ...(await countOf(whole)), weight: 0.001 };
    });
    if (best === undefined) return null;
    replacements.set(place, best);
    for (const one of await foldTerms(tx, [best])) found.add({ ...one, isWhole: true });
  }
  if (replacements.size === 0) return null;
  const corrected = await foldTerms(
    tx,
    asked.terms.map(({ folded }, place) => replacements.get(place) ?? folded),
  );
  const finds = await countOf(corrected);
  return finds.count > 0 ? { query: replaceTerms(query, parsed.terms, replacements), ...finds } : null;
}

async function candidates({ context, tx, viewer }: Looking, asked: Asked, word: string): Promise<string[]> {
  const isReadable = await wordsReadable(context, tx, viewer, asked);
  const near = await wordsBesides(tx, word, isReadable, maxCandidates);
  return near.length > 0 ? near : wordsFurther(tx, word, isReadable, maxCandidates);
}

async function mostCommon(
  words: readonly string[],
  countOf: (word: string) => Promise<HitCount & { weight?: number }>,
): Promise<string | undefined> {
  if (words.length < 2) return words[0];
  let best: { word: string; count: number } | undefined;
  for (const word of words) {
    const { count, weight = 1 } = await countOf(word);
    if (count * weight > (best?.count ?? 0)) best = { word, count: count * weight };
  }
  return best?.word;
}
