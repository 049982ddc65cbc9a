import type { AskScope } from "@atoll/contract/ask-ai/schemas";
import type { Hit, MarkedText } from "@atoll/contract/search/hit-schemas";
import { type SearchKind, searchKinds } from "@atoll/contract/search/limits";
import { sql } from "kysely";
import { anyWord } from "../../platform/search/indexed-terms.ts";
import { cutAround } from "../../platform/search/mark-ranges.ts";
import { findByMostWords } from "../../platform/search/most-words.ts";
import type { Asked, HitReference, RankedHit } from "../../platform/search/search-sources.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { tokens } from "./entry-conditions.ts";
import { findReadableEntries, readableOf } from "./entry-rights.ts";
import { presentHitLists } from "./present-hits.ts";
import { sourcesFor } from "./sources.ts";
import { foldWords, foldWordsOfEach, nothingAsked, queriesOfWords, type TypedWord } from "./typed-words.ts";

const maxTypedWords = 40;
const maxWords = 14;
/** Words of the way of asking that stand in few texts, so that the index takes them for telling ones. */
const askingWords = new Set(
  "find show tell give know explain please somebody someone anybody anyone happen happens".split(" "),
);
/** What is written to be relied on stands before what was said in passing. */
const trusted: Partial<Record<string, number>> = {
  article: 0.1,
  announcement: 0.05,
  question: 0.05,
  message: -0.05,
};
/** With less of the question than this, the best passage is no answer to rely on. */
const leastOverlap = 0.55;

/**
 * The passages that answer a question in plain words best, out of what the viewer may read. Most of the words are enough;
 * words of the way of asking are left out.
 * @param earlier the questions before it in the conversation: a follow-up of a word or two is about the same
 */
export async function findPassages(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  asking: { question: string; earlier: readonly string[]; scope: AskScope; asOf: string; count: number },
): Promise<{ references: HitReference[]; isWeak: boolean }> {
  const words = await wordsOf(tx, asking);
  if (words.length === 0) return { references: [], isWeak: true };
  const queries = await queriesOfWords(context, tx, viewer, { typed: words, isLastOpen: false });
  const sources = sourcesIn(context, viewer, asking.scope);
  const part = { queries, asOf: asking.asOf, count: asking.count * 2 };
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
            narrowed: [anyWord(sources.entries.map(({ kind }) => `/${kind}`)), ...marksOf(asking.scope)]
              .map((mark) => `(${mark})`)
              .join(" & "),
            isAmong: readableOf(context, viewer, sources.entries),
          },
          part,
        );
  const own = await Promise.all(
    sources.own.map((source) => source.findByMostWords?.(tx, viewer, scopeOf(asking.scope), part) ?? []),
  );
  const found = [...entries, ...own.flat()];
  const trustOf = await judgeTrust(context, tx, viewer, found);
  const ranked = found
    .map((hit) => ({ ...hit, score: hit.score + (trusted[hit.kind] ?? 0) + trustOf(hit) }))
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  const best = ranked.slice(0, asking.count);
  const most = Math.max(0, ...best.map(({ overlap }) => overlap));
  // Far behind the best there is nothing to quote.
  const kept = best.filter(({ overlap }) => overlap >= 0.5 * most);
  return {
    references: kept.flatMap(({ kind, id }) => (isSearchKind(kind) ? [{ kind, id }] : [])),
    isWeak: most < leastOverlap,
  };
}

/** A question that passages are to answer. */
export interface PassageList {
  question: string;
  references: readonly HitReference[];
}

/**
 * Passages of questions as the viewer may read them at this moment, in their order, each cut to the part that has most of
 * its question. What is gone or may no longer be read is left out.
 * @param maxLength of a passage, in UTF-16 units
 */
export async function presentPassages(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  lists: readonly PassageList[],
  maxLength: number,
): Promise<Hit[][]> {
  const words = await foldWordsOfEach(
    tx,
    lists.map(({ question }) => question),
    maxTypedWords,
  );
  const isReadable = await readableAmong(
    context,
    tx,
    viewer,
    lists.flatMap(({ references }) => references),
  );
  return presentHitLists(
    context,
    tx,
    viewer,
    lists.map(({ references }, number) => ({
      hits: references.filter(isReadable).map((reference): RankedHit => ({ ...reference, score: 0 })),
      asked: askedFor(tellingWords(words[number] ?? []).slice(0, maxWords)),
    })),
    (content, marks) => cutBestPart(content, marks, maxLength),
  );
}

/** The part of a passage that has most of its marks, at most so long. */
export function shortenPassage({ text, marks }: MarkedText, maxLength: number): MarkedText {
  return text.length <= maxLength ? { text, marks } : cutBestPart(text, marks, maxLength);
}

/** Whether the viewer may read all of these things at this moment. */
export async function canReadAll(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  references: readonly HitReference[],
): Promise<boolean> {
  const isReadable = await readableAmong(context, tx, viewer, references);
  if (!references.every(isReadable)) return false;
  const { own } = sourcesFor(context, viewer);
  for (const source of own) {
    const ids = references.filter(({ kind }) => kind === source.kind).map(({ id }) => id);
    if (ids.length === 0) continue;
    const there = await source.present(context, tx, viewer, ids, nothingAsked);
    if (ids.some((id) => !there.has(id))) return false;
  }
  return true;
}

function askedFor(words: readonly TypedWord[]): Asked {
  return {
    ...nothingAsked,
    terms: words.map(({ word, forms }) => ({ folded: word, words: [word], pairs: [], forms, isWhole: true })),
  };
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
  return ({ kind, id }) => added.get(`${kind}/${id}`) ?? 0;
}

/** The words to look for. A question of fillers alone is asked for as it is. */
async function wordsOf(
  tx: Database,
  { question, earlier }: { question: string; earlier: readonly string[] },
): Promise<TypedWord[]> {
  const own = tellingWords(await foldWords(tx, question, maxTypedWords));
  const last = earlier.at(-1);
  if (last === undefined || own.length > 2) return own.slice(0, maxWords);
  const before = tellingWords(await foldWords(tx, last, maxTypedWords));
  const added = before.filter(({ word }) => !own.some((one) => one.word === word));
  return [...own, ...added].slice(0, maxWords);
}

function tellingWords(words: readonly TypedWord[]): TypedWord[] {
  const telling = words.filter(({ word, isFiller }) => !isFiller && !askingWords.has(word));
  return telling.length > 0 ? telling : [...words];
}

function marksOf(scope: AskScope): string[] {
  if (scope.kind === "everything" || scope.kind === "knowledge") return [];
  return tokens(scope.kind === "department" ? "/d" : "/c", [scope.id]);
}

function scopeOf(scope: AskScope) {
  return {
    channelId: scope.kind === "channel" ? scope.id : undefined,
    departmentId: scope.kind === "department" ? scope.id : undefined,
  };
}

/** Of these, those that lie in the index are asked for; sources with an index of their own present what is readable. */
async function readableAmong(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  references: readonly HitReference[],
): Promise<(reference: HitReference) => boolean> {
  const sources = sourcesFor(context, viewer);
  const own = new Set<string>(sources.own.map(({ kind }) => kind));
  const asked = references.filter(({ kind }) => !own.has(kind));
  const entries =
    sources.entries.length === 0 || asked.length === 0
      ? []
      : await findReadableEntries(context, tx, viewer, sources.entries, asked);
  const readable = new Set(entries.map(({ kind, id }) => `${kind}/${id}`));
  return ({ kind, id }) => own.has(kind) || readable.has(`${kind}/${id}`);
}

/** The sources of a scope. */
function sourcesIn(context: SliceContext, viewer: RequestViewer, scope: AskScope) {
  const { entries, own } = sourcesFor(context, viewer);
  if (scope.kind !== "knowledge") return { entries, own };
  return { entries: entries.filter(({ kind }) => kind === "article"), own: [] };
}

type Range = [number, number];

/** The part of a text that has the most marks. */
function cutBestPart(content: string, marks: readonly Range[], maxLength: number) {
  let first = 0;
  let most = 0;
  for (const [index, mark] of marks.entries()) {
    const inside = marks.slice(index).filter(([, end]) => end <= mark[0] + maxLength * 0.8).length;
    if (inside > most) [first, most] = [index, inside];
  }
  return cutAround(content, marks.slice(first), maxLength);
}

function isSearchKind(kind: string): kind is SearchKind {
  return searchKinds.some((one) => one === kind);
}
