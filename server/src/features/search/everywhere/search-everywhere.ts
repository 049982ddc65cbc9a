import { idSchema } from "@atoll/contract/identifiers";
import type { Hit, HitCount } from "@atoll/contract/search/hit-schemas";
import type { SearchKind } from "@atoll/contract/search/limits";
import type { Loosened, SearchAnswer, SearchQuestion } from "@atoll/contract/search/question-schemas";
import { z } from "zod";
import { cutPage, exactInstantSchema, readCursor } from "../../../platform/page.ts";
import { isCorrectable, wordsBesides, wordsFurther } from "../../../platform/search/alike-words.ts";
import { type FoldedTerm, foldTerms } from "../../../platform/search/indexed-terms.ts";
import { replaceTerms } from "../../../platform/search/parse-query.ts";
import type { Asked, RankedPart } from "../../../platform/search/search-sources.ts";
import type { RequestViewer, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { countHits, findHits, type Looking, totalOf } from "../entries/find-hits.ts";
import { presentHits } from "../entries/present-hits.ts";
import { wordsReadable } from "../entry-rights.ts";
import { type ReadQuestion, readQuestion } from "../question/read-question.ts";
import { longestSearchMs } from "../run-search.ts";
import { sourcesFor } from "../sources.ts";
import { nothingAsked } from "../typed-words.ts";
import { findFallbackInTime } from "./find-fallback.ts";

/** Maximum variants that are tried. */
const maxWays = 6;

/** Returns what a query without results would find with one operator or filter less. */
async function loosen(
  looking: Looking,
  question: SearchQuestion,
  operators: readonly { start: number; end: number }[],
  asOf: string,
): Promise<Loosened[]> {
  const ways = [...withoutOperators(question, operators), ...withoutFilters(question)].slice(0, maxWays);
  const loosened: Loosened[] = [];
  for (const { without, question: looser } of ways) {
    const read = await readQuestion(looking.tx, looking.viewer, looser);
    if (!read) continue;
    const found = await countHits(looking, read, asOf);
    if (found.count > 0) loosened.push({ without, query: looser.query, ...found });
  }
  return loosened;
}

interface Way {
  without: Loosened["without"];
  question: SearchQuestion;
}

function withoutOperators(
  question: SearchQuestion,
  operators: readonly { start: number; end: number }[],
): Way[] {
  return operators.map(({ start, end }) => {
    const rest = `${question.query.slice(0, start)}${question.query.slice(end)}`.replace(/\s+/g, " ").trim();
    return {
      without: { operator: question.query.slice(start, end) },
      question: { ...question, query: rest },
    };
  });
}

function withoutFilters(question: SearchQuestion): Way[] {
  const { since, until, ...rest } = question;
  const names = ["kind", "personId", "channelId", "departmentId", "hasFile"] as const;
  const ways = names.flatMap((filter): Way[] => {
    if (question[filter] === undefined) return [];
    return [{ without: { filter }, question: { ...question, [filter]: undefined } }];
  });
  if (since === undefined && until === undefined) return ways;
  return [...ways, { without: { filter: "dates" }, question: rest }];
}

/** Applied after unreadable words are removed: otherwise a word of others would show by what it displaces. */
const maxCandidates = 6;
/** The number of words of a query that are corrected. */
const maxCorrected = 3;

/**
 * Returns a correction of a query without results: its words replaced by similar ones that the viewer may read
 * somewhere, the most common of those. Words that only others may read are not named, and do not affect which words
 * are.
 */
async function didYouMean(
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

const none = { count: 0, isMore: false };
/** A cursor: the instant that recency counts from, and the score and ID of the last hit. */
const placeByRank = z.tuple([exactInstantSchema, z.number(), idSchema]);

/**
 * Returns everything that matches a query and that the viewer may read, the best first. All statements of a search use
 * the snapshot at `asOf`. Specification, sections 2 (search) and 5.
 */
export async function searchEverywhere(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  question: SearchQuestion,
  asOf: string,
): Promise<SearchAnswer> {
  const startedAt = performance.now();
  const cursor = readCursor(placeByRank, question.cursor);
  const read = await readQuestion(tx, viewer, question);
  const { kinds } = sourcesFor(context, viewer);
  if (!read) {
    const counts = kinds.map((kind) => ({ kind, ...none }));
    return {
      items: [],
      nextCursor: null,
      counts,
      total: none,
      didYouMean: null,
      fallback: null,
      loosened: [],
    };
  }
  const part: RankedPart = {
    order: question.order,
    asOf: cursor?.[0] ?? asOf,
    after: cursor && { score: cursor[1], id: cursor[2] },
    count: question.limit + 1,
  };
  const looking: Looking = { context, tx, viewer };
  const { hits, counts } = await findHits(looking, read, part);
  const page = cutPage(hits, question.limit, ({ score, id }) => [part.asOf, score, id]);
  const isNothing = hits.length === 0 && cursor === undefined;
  const meant = isNothing ? await didYouMean(looking, question.query, read, part.asOf) : null;
  const loosened = isNothing ? await loosen(looking, question, read.parsed.operators, part.asOf) : [];
  const total = totalOf([...counts.values()]);
  // Where other kinds have hits, the page leads to them rather than to similar words.
  const isElsewhere = hits.length === 0 && total.count > 0;
  // A search that has taken half of its time shows what it has.
  const isLate = performance.now() - startedAt > longestSearchMs(context) / 2;
  const wantsFallback = cursor === undefined && !isElsewhere && !isLate;
  return {
    items: await presentHits(context, tx, viewer, page.rows, read.asked),
    nextCursor: page.nextCursor,
    counts: kinds.map((kind) => ({ kind, ...(counts.get(kind) ?? none) })),
    total,
    didYouMean: meant,
    fallback: wantsFallback ? await findFallbackInTime(looking, question, { read, hits, meant, part }) : null,
    loosened,
  };
}

/**
 * Returns things of these kinds that contain exactly this text and that the viewer may read, the newest first. Call it in a
 * transaction of the search runner, with its moment.
 */
export async function findText(
  looking: Looking,
  {
    text,
    kinds,
    cursor,
    limit,
  }: {
    text: string;
    kinds: readonly SearchKind[];
    cursor?: string | undefined;
    limit: number;
  },
  asOf: string,
): Promise<{ items: Hit[]; nextCursor: string | null }> {
  const { context, tx, viewer } = looking;
  const place = readCursor(placeByRank, cursor);
  const terms = await foldTerms(tx, [text]);
  const asked: Asked = { ...nothingAsked, terms, phrase: terms.map(({ folded }) => folded).join(" ") };
  const part: RankedPart = {
    order: "newest",
    asOf: place?.[0] ?? asOf,
    after: place && { score: place[1], id: place[2] },
    count: limit + 1,
  };
  const { hits } = await findHits(looking, { asked, kinds, isCounted: false }, part);
  const page = cutPage(hits, limit, ({ score, id }) => [part.asOf, score, id]);
  return {
    items: await presentHits(context, tx, viewer, page.rows, nothingAsked),
    nextCursor: page.nextCursor,
  };
}
