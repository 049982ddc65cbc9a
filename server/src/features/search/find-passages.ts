import type { AskScope } from "@atoll/contract/ask-ai/schemas";
import { type SearchKind, searchKinds } from "@atoll/contract/search/limits";
import { sql } from "kysely";
import { anyWord } from "../../platform/search/indexed-terms.ts";
import { findByMostWords, type MostWordsHit } from "../../platform/search/most-words.ts";
import type { QuestionVector } from "../../platform/search/near-vectors.ts";
import type { HitReference } from "../../platform/search/search-sources.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { readableOf } from "./entry-rights.ts";
import { findNear, joinRanks } from "./near-passages.ts";
import { marksOf, scopeOf, sourcesIn } from "./passage-scope.ts";
import { wordsOf } from "./question-words.ts";
import { sourcesFor } from "./sources.ts";
import { nothingAsked, queriesOfWords } from "./typed-words.ts";

/** What is written to be relied on stands before what was said in passing. */
const trusted: Partial<Record<string, number>> = {
  article: 0.1,
  announcement: 0.05,
  question: 0.05,
  message: -0.05,
};
/** With less of the question than this, the best passage is no answer to rely on. */
const leastOverlap = 0.55;

/** Where ranks are joined, one place in a list is hardly 2 %: to be relied on counts as about a place. */
const trustInRanks = 0.15;

interface Asking {
  question: string;
  /** The questions before it in the conversation: a follow-up of a word or two is about the same. */
  earlier: readonly string[];
  scope: AskScope;
  asOf: string;
  count: number;
  /** Left out: passages are found by words only. */
  vector?: QuestionVector | undefined;
}

/**
 * The passages that answer a question in plain words best, out of what the viewer may read. Most of the words are enough;
 * words of the way of asking are left out. With a vector, what is near in its meaning is joined with what has the words.
 */
export async function findPassages(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  asking: Asking,
): Promise<{ references: HitReference[]; isWeak: boolean }> {
  const found = await findByWords(context, tx, viewer, asking);
  const near = asking.vector ? await findNear(context, tx, viewer, asking.scope, asking.vector) : [];
  const trustOf = await judgeTrust(context, tx, viewer, [...found, ...near]);
  const byWords = found
    .map((hit) => ({ ...hit, score: hit.score + trustOf(hit) }))
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  const best = byWords.slice(0, asking.count);
  const most = Math.max(0, ...best.map(({ overlap }) => overlap));
  // Far behind the best there is nothing to quote.
  const kept = best.filter(({ overlap }) => overlap >= 0.5 * most);
  const joined = near.length === 0 ? kept : joinWithNear(kept, near, trustOf).slice(0, asking.count);
  const [nearest] = near;
  const isNearestFound =
    nearest !== undefined && kept.some(({ kind, id }) => kind === nearest.kind && id === nearest.id);
  return {
    references: joined.flatMap(({ kind, id }) => (isSearchKind(kind) ? [{ kind, id }] : [])),
    isWeak: most < leastOverlap && !isNearestFound,
  };
}

/** Finds things that have most of the words, in no order. */
async function findByWords(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  asking: Asking,
): Promise<MostWordsHit[]> {
  const words = await wordsOf(tx, asking);
  if (words.length === 0) return [];
  const queries = await queriesOfWords(context, tx, viewer, { typed: words, isLastOpen: false });
  const sources = sourcesIn(context, viewer, asking.scope);
  const part = { queries, asOf: asking.asOf, count: asking.count * 2 };
  const marks = [anyWord(sources.entries.map(({ kind }) => `/${kind}`)), ...marksOf(asking.scope)];
  const entries =
    sources.entries.length === 0
      ? []
      : await findByMostWords(
          tx,
          {
            from: sql`search_entries entry`,
            kind: sql`entry.kind`,
            id: sql`entry.id`,
            at: sql`entry.at`,
            title: sql`entry.title`,
            lexemes: sql`entry.lexemes`,
            narrowed: marks.map((mark) => `(${mark})`).join(" & "),
            isAmong: readableOf(context, viewer, sources.entries),
          },
          part,
        );
  const own = await Promise.all(
    sources.own.map((source) => source.findByMostWords?.(tx, viewer, scopeOf(asking.scope), part) ?? []),
  );
  return [...entries, ...own.flat()];
}

type Thing = Pick<MostWordsHit, "kind" | "id">;

/** The things of both lists by reciprocal rank, those that are written to be relied on first. */
function joinWithNear(
  byWords: readonly Thing[],
  near: readonly Thing[],
  trustOf: (hit: Thing) => number,
): Thing[] {
  const scores = joinRanks([byWords, near]);
  const things = new Map([...byWords, ...near].map((hit) => [`${hit.kind}/${hit.id}`, hit]));
  return [...things]
    .map(([key, hit]) => ({ hit, score: (scores.get(key) ?? 0) * (1 + trustInRanks * trustOf(hit)) }))
    .toSorted((a, b) => b.score - a.score || (a.hit.id < b.hit.id ? -1 : 1))
    .map(({ hit }) => hit);
}

/** Verified pages and accepted answers come first, pages that are due for a review last of their kind. */
async function judgeTrust(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  found: readonly { kind: string; id: string }[],
): Promise<(hit: { kind: string; id: string }) => number> {
  const { of } = sourcesFor(context, viewer);
  const added = new Map<string, number>();
  for (const kind of ["article", "question"] as const) {
    const ids = found.filter((hit) => hit.kind === kind).map(({ id }) => id);
    if (ids.length === 0) continue;
    for (const [id, { detail }] of (await of.get(kind)?.present(context, tx, viewer, ids, nothingAsked)) ??
      []) {
      if (detail.kind === "article") added.set(`${kind}/${id}`, detail.isOverdue ? -0.1 : 0.05);
      if (detail.kind === "question" && detail.acceptedBy) added.set(`${kind}/${id}`, 0.05);
    }
  }
  return ({ kind, id }) => (trusted[kind] ?? 0) + (added.get(`${kind}/${id}`) ?? 0);
}

function isSearchKind(kind: string): kind is SearchKind {
  return searchKinds.some((one) => one === kind);
}
