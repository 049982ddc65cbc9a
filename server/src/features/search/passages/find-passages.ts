import type { AskScope } from "@atoll/contract/ask-ai/schemas";
import { type SearchKind, searchKinds } from "@atoll/contract/search/limits";
import { sql } from "kysely";
import { allOf, anyWord } from "../../../platform/search/indexed-terms.ts";
import { findByMostWords, type MostWordsHit } from "../../../platform/search/most-words.ts";
import type { QuestionVector } from "../../../platform/search/near-vectors.ts";
import type { HitReference } from "../../../platform/search/search-sources.ts";
import type { RequestViewer, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { entryTexts, readableOf } from "../entry-rights.ts";
import { wordsOf } from "../question/question-words.ts";
import { sourcesFor } from "../sources.ts";
import { nothingAsked, queriesOfWords } from "../typed-words.ts";
import { findNear, joinRanks } from "./near-passages.ts";
import { marksOf, scopeOf, sourcesIn } from "./passage-scope.ts";

/** Curated content ranks above conversations. */
const trusted: Partial<Record<string, number>> = {
  article: 0.1,
  announcement: 0.05,
  question: 0.05,
  message: -0.05,
  // It is a name without a text that could answer.
  channel: -0.15,
};
/** Makes a page called "Expenses" come before "Expenses of a depot visit" if only expenses are asked about. */
const subjectWeight = 0.15;
/** Below this share of the question, the best passage is not a reliable answer. */
const leastOverlap = 0.55;

/** Hits with this share of the words of the best one count as exact, and the first few stay before any near one. */
const exactShare = 0.8;
const maxExact = 3;

/** In reciprocal ranks, one position is worth hardly 2 %: trust counts as about one position. */
const trustInRanks = 0.15;

interface Asking {
  question: string;
  /** The previous questions of the conversation, which give a short follow-up its subject. */
  earlier: readonly string[];
  scope: AskScope;
  asOf: string;
  count: number;
  /** Without it, passages are found by words only. */
  vector?: QuestionVector | undefined;
}

/**
 * Returns the passages that best answer a question in natural language, out of what the viewer may read. Most of the
 * words suffice; words that only form the question are ignored. With a vector, semantic matches are merged with word
 * matches.
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
  const best = onePerGroup(byWords).slice(0, asking.count);
  const most = Math.max(0, ...best.map(({ overlap }) => overlap));
  // Passages far below the best are not worth quoting.
  const kept = best.filter(({ overlap }) => overlap >= 0.5 * most);
  const joined = near.length === 0 ? kept : joinWithNear(kept, near, trustOf, most).slice(0, asking.count);
  const [nearest] = near;
  const isNearestFound =
    nearest !== undefined && kept.some(({ kind, id }) => kind === nearest.kind && id === nearest.id);
  return {
    references: joined.flatMap(({ kind, id }) => (isSearchKind(kind) ? [{ kind, id }] : [])),
    isWeak: most < leastOverlap && !isNearestFound,
  };
}

/** Returns things that contain most of the words, in no order. */
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
            ...entryTexts,
            narrowed: allOf(marks),
            isAmong: readableOf(context, viewer, sources.entries),
          },
          { ...part, subjectWeight },
        );
  const own = await Promise.all(
    sources.own.map((source) => source.findByMostWords?.(tx, viewer, scopeOf(asking.scope), part) ?? []),
  );
  return [...entries, ...own.flat()];
}

type Thing = Pick<MostWordsHit, "kind" | "id">;

/** Leaves out what is part of the same source as a better hit, such as another message of a thread. */
function onePerGroup(hits: readonly MostWordsHit[]): MostWordsHit[] {
  const seen = new Set<string>();
  return hits.filter(({ group }) => {
    if (group === undefined) return true;
    const isNew = !seen.has(group);
    seen.add(group);
    return isNew;
  });
}

/**
 * Merges both lists by reciprocal rank, with trusted things first. What has nearly all of the words that any text has
 * stays on top: vectors of a poor model are near to anything, and would push a certain answer down.
 */
function joinWithNear(
  byWords: readonly MostWordsHit[],
  near: readonly Thing[],
  trustOf: (hit: Thing) => number,
  most: number,
): Thing[] {
  const exact =
    most < leastOverlap
      ? []
      : byWords.filter(({ overlap }) => overlap >= exactShare * most).slice(0, maxExact);
  const exactKeys = new Set(exact.map(({ kind, id }) => `${kind}/${id}`));
  const rest = joinByRank(byWords, near, trustOf).filter(({ kind, id }) => !exactKeys.has(`${kind}/${id}`));
  return [...exact, ...rest];
}

function joinByRank(
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

/**
 * Returns a trust score: verified pages and accepted answers come first, and pages due for review last within their
 * kind.
 */
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
