import { passageLength } from "@atoll/contract/ask-ai/limits";
import type { AskScope } from "@atoll/contract/ask-ai/schemas";
import type { Hit } from "@atoll/contract/search/hit-schemas";
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
import { presentHits } from "./present-hits.ts";
import { sourcesFor } from "./sources.ts";
import { foldWords, nothingAsked, queriesOfWords, type TypedWord } from "./typed-words.ts";

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
  const sources = sourcesFor(context, viewer);
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
  const ranked = [...entries, ...own.flat()]
    .map((hit) => ({ ...hit, score: hit.score + (trusted[hit.kind] ?? 0) }))
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  const best = ranked.slice(0, asking.count);
  // Far behind the best there is nothing to quote.
  const kept = best.filter(({ overlap }) => overlap >= 0.5 * (best[0]?.overlap ?? 0));
  return {
    references: kept.flatMap(({ kind, id }) => (isSearchKind(kind) ? [{ kind, id }] : [])),
    isWeak: (best[0]?.overlap ?? 0) < leastOverlap,
  };
}

/**
 * Passages as the viewer may read them at this moment, in their order, each cut to the part that has most of the
 * question. What is gone or may no longer be read is left out.
 */
export async function presentPassages(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  { question, references }: { question: string; references: readonly HitReference[] },
): Promise<Hit[]> {
  if (references.length === 0) return [];
  const words = await wordsOf(tx, { question, earlier: [] });
  const asked: Asked = {
    ...nothingAsked,
    terms: words.map(({ word, forms }) => ({ folded: word, words: [word], pairs: [], forms, isWhole: true })),
  };
  const readable = await onlyReadable(context, tx, viewer, references);
  return presentHits(context, tx, viewer, readable, asked, cutBestPart);
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
  if (scope.kind === "everything") return [];
  return tokens(scope.kind === "department" ? "/d" : "/c", [scope.id]);
}

function scopeOf(scope: AskScope) {
  return {
    channelId: scope.kind === "channel" ? scope.id : undefined,
    departmentId: scope.kind === "department" ? scope.id : undefined,
  };
}

/** Those that lie in the index of entries are asked for; sources with an index of their own present only what is readable. */
async function onlyReadable(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  references: readonly HitReference[],
): Promise<RankedHit[]> {
  const sources = sourcesFor(context, viewer);
  const own = new Set<string>(sources.own.map(({ kind }) => kind));
  const asked = references.filter(({ kind }) => !own.has(kind));
  const entries =
    sources.entries.length === 0
      ? []
      : await findReadableEntries(context, tx, viewer, sources.entries, asked);
  const readable = new Set(entries.map(({ kind, id }) => `${kind}/${id}`));
  return references
    .filter(({ kind, id }) => own.has(kind) || readable.has(`${kind}/${id}`))
    .map((reference) => ({ ...reference, score: 0 }));
}

type Range = [number, number];

/** The part of a text that has the most marks. */
function cutBestPart(content: string, marks: readonly Range[]) {
  let first = 0;
  let most = 0;
  for (const [index, mark] of marks.entries()) {
    const inside = marks.slice(index).filter(([, end]) => end <= mark[0] + passageLength * 0.8).length;
    if (inside > most) [first, most] = [index, inside];
  }
  return cutAround(content, marks.slice(first), passageLength);
}

function isSearchKind(kind: string): kind is SearchKind {
  return searchKinds.some((one) => one === kind);
}
