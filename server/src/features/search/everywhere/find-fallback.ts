import { type SearchKind, searchKinds } from "@atoll/contract/search/limits";
import type { SearchAnswer, SearchQuestion } from "@atoll/contract/search/question-schemas";
import { sql } from "kysely";
import { allOf, anyWord } from "../../../platform/search/indexed-terms.ts";
import { findByMostWords, type MostWordsHit } from "../../../platform/search/most-words.ts";
import type { HitReference, RankedPart } from "../../../platform/search/search-sources.ts";
import { entryConditions } from "../entries/entry-conditions.ts";
import { findHits, type Looking } from "../entries/find-hits.ts";
import { presentHits } from "../entries/present-hits.ts";
import { entryTexts, readableOf } from "../entry-rights.ts";
import { wordsOf } from "../question/question-words.ts";
import { type ReadQuestion, readQuestion } from "../question/read-question.ts";
import { longestSearchMs } from "../run-search.ts";
import { sourcesFor } from "../sources.ts";
import { queriesOfWords } from "../typed-words.ts";

/** With this many hits of all words, others are not needed. */
const enoughHits = 3;
const maxFallback = 20;
/** The share of the words, weighed by how rare they are, that a text has next to hits with all of them. */
const leastBesideHits = 0.6;
/** Added to the score of what was written in the place that the question names. */
const inNamedPlace = 0.3;
/** Without such hits: the share compared with the best text. */
const leastOfBest = 0.5;

/**
 * As `findFallback`, or null if a statement of it takes half of a search's time: the search itself still gets its
 * answer.
 */
export async function findFallbackInTime(
  ...[looking, ...asked]: Parameters<typeof findFallback>
): ReturnType<typeof findFallback> {
  const { context, tx } = looking;
  const longestStatementMs = longestSearchMs(context) / 2;
  await sql`SAVEPOINT fallback`.execute(tx);
  await sql`SELECT set_config('statement_timeout', ${String(longestStatementMs)}, true)`.execute(tx);
  try {
    return await findFallback(looking, ...asked);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "57014")) throw error;
    await sql`ROLLBACK TO SAVEPOINT fallback`.execute(tx);
    return null;
  }
}

/**
 * Returns hits for a search with few or none: those of the corrected words, or of most of the words. Filters and rights
 * apply as to the search itself.
 */
async function findFallback(
  looking: Looking,
  question: SearchQuestion,
  found: {
    read: ReadQuestion;
    hits: readonly HitReference[];
    meant: SearchAnswer["didYouMean"];
    part: RankedPart;
  },
): Promise<SearchAnswer["fallback"]> {
  const { context, tx, viewer } = looking;
  const { read, hits, meant, part } = found;
  if (meant) {
    const corrected = await readQuestion(tx, viewer, { ...question, query: meant.query });
    if (!corrected) return null;
    const ofCorrected = await findHits(looking, corrected, { ...part, count: maxFallback });
    const items = await presentHits(context, tx, viewer, ofCorrected.hits, corrected.asked);
    return items.length > 0 ? { by: "correction", items } : null;
  }
  if (hits.length >= enoughHits || read.asked.terms.length < 2) return null;
  const isShown = new Set(hits.map(({ kind, id }) => `${kind}/${id}`));
  const others = (await findMostWords(looking, read, part.asOf)).toSorted((a, b) => b.score - a.score);
  const most = Math.max(0, ...others.map(({ overlap }) => overlap));
  const least = hits.length > 0 ? leastBesideHits : leastOfBest * most;
  const kept = others
    .filter(({ kind, id, overlap }) => overlap >= least && !isShown.has(`${kind}/${id}`))
    .flatMap(({ kind, id, score }) => (isKind(kind) ? [{ kind, id, score }] : []))
    .slice(0, maxFallback);
  const items = await presentHits(context, tx, viewer, kept, read.asked);
  return items.length > 0 ? { by: "most-words", items } : null;
}

/** Returns what has most of the words and fits the filters, in no order. */
async function findMostWords(
  { context, tx, viewer }: Looking,
  { asked, kinds }: ReadQuestion,
  asOf: string,
): Promise<MostWordsHit[]> {
  const question = asked.terms.map(({ folded }) => folded).join(" ");
  const typed = await wordsOf(tx, { question, earlier: [] });
  const queries = await queriesOfWords(context, tx, viewer, { typed, isLastOpen: false });
  const sources = sourcesFor(context, viewer);
  const isWanted = ({ kind }: { kind: SearchKind }) => kinds?.includes(kind) ?? true;
  const part = { queries, asOf, count: 2 * maxFallback };
  const entries = sources.entries.filter(isWanted);
  const conditions = asked.isStarred
    ? undefined
    : await entryConditions(tx, { ...asked, terms: [], phrase: "" }, false);
  const marks = [anyWord(entries.map(({ kind }) => `/${kind}`)), ...(conditions?.indexed ?? [])];
  const ofEntries =
    entries.length === 0 || !conditions
      ? []
      : await findByMostWords(
          tx,
          {
            // The conditions of a search name the entry `e`, and those of rights `entry`.
            from: sql`search_entries entry, LATERAL (SELECT entry.*) e`,
            ...entryTexts,
            narrowed: allOf(marks),
            isAmong: sql<boolean>`(${conditions.fits}) AND ${readableOf(context, viewer, entries)}`,
          },
          part,
        );
  // Sources with an index of their own only know these filters here.
  const { channelId, departmentId, ...rest } = asked;
  if (isNarrowed(rest)) return ofEntries;
  const own = sources.own.filter(isWanted);
  const find = (place: { channelId: string | undefined }, sought: typeof part) =>
    Promise.all(
      own.map((source) => source.findByMostWords?.(tx, viewer, { departmentId, ...place }, sought) ?? []),
    );
  const found = [...ofEntries, ...(await find({ channelId }, part)).flat()];
  // "who decides at harbour freight": the place is no word of what was written there.
  const place = channelId === undefined ? await placeNamedIn(tx, viewer.id, question) : undefined;
  if (!place) return found;
  const others = queries.filter((_, index) => !place.words.includes(typed[index]?.word ?? ""));
  const there = (await find({ channelId: place.id }, { ...part, queries: others })).flat();
  const better = new Map(there.map((hit) => [hit.id, { ...hit, score: hit.score + inNamedPlace }]));
  return [...found.filter(({ id }) => !better.has(id)), ...better.values()];
}

/** Returns the viewer's channel whose name is in the question, the longest name first. */
async function placeNamedIn(
  tx: Looking["tx"],
  userId: string,
  question: string,
): Promise<{ id: string; words: string[] } | undefined> {
  const { rows } = await sql<{ id: string; words: string[] }>`
    SELECT c.id, (search_parts(n.name)).words FROM channel_members m JOIN channels c ON c.id = m.channel_id,
      LATERAL translate(search_fold(c.name), '-_', '  ') AS n (name)
    WHERE m.user_id = ${userId} AND strpos(${` ${question.replace(/[-_]/g, " ")} `}, ' ' || n.name || ' ') > 0
    ORDER BY char_length(n.name) DESC, c.id LIMIT 1`.execute(tx);
  return rows[0];
}

function isNarrowed(asked: Omit<ReadQuestion["asked"], "channelId" | "departmentId">): boolean {
  const { personIds, places, since, until } = asked;
  return (
    asked.hasFile ||
    asked.hasLink ||
    asked.isStarred ||
    asked.excluded.length > 0 ||
    [personIds, places, since, until].some((part) => part !== undefined)
  );
}

function isKind(kind: string): kind is SearchKind {
  return searchKinds.some((one) => one === kind);
}
