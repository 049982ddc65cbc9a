import type { HitCount } from "@atoll/contract/search/hit-schemas";
import { maxCountedHits, type SearchKind } from "@atoll/contract/search/limits";
import { sql } from "kysely";
import type { Asked, RankedHit, RankedPart } from "../../../platform/search/search-sources.ts";
import type { RequestViewer, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { readableOf } from "../entry-rights.ts";
import type { EntrySource } from "../sources.ts";
import { entryConditions } from "./entry-conditions.ts";
import { findFew } from "./find-few.ts";
import { rankEntries } from "./rank-entries.ts";

/**
 * Permissions are checked for at most this many of the newest matches of a kind, which bounds the cost of a very common
 * word.
 */
const maxCandidates = 20_000;
/** Suggestions are not counted: the best of this many of each kind are returned. */
const maxByName = 60;

export interface EntriesQuestion {
  asked: Asked;
  /** The kinds of entries to search. */
  sources: readonly EntrySource[];
  /** The kinds whose hits are returned. The others are only counted. */
  kinds: readonly SearchKind[];
  part: RankedPart;
  /** Matches only titles, by the beginnings of words: for suggestions. */
  isByName?: boolean;
}

/**
 * Finds matching entries that the viewer may read. The slice that owns a thing decides this in the same statement that
 * ranks and counts it. A small number of matches is selected first, so that permissions are checked only for their
 * kinds, with a cached plan: planning the checks of all kinds takes longer than a search for a rare word. For many
 * matches, each kind is scanned from its newest entry until as many readable ones are found as are counted.
 */
export async function findEntries(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  { asked, sources, kinds, part, isByName = false }: EntriesQuestion,
): Promise<{ hits: RankedHit[]; counts: Map<SearchKind, HitCount> }> {
  const counts = new Map<SearchKind, HitCount>(
    sources.map(({ kind }) => [kind, { count: 0, isMore: false }]),
  );
  // Only messages can be starred.
  if (sources.length === 0 || asked.isStarred) return { hits: [], counts };
  const conditions = await entryConditions(tx, asked, isByName);
  if (!conditions) return { hits: [], counts };
  const { few, crowded, isNamed } = await findFew(tx, viewer, conditions, sources, isByName);
  const atMost = isByName ? maxByName : maxCountedHits + 1;
  const question = { asked, part, kinds, atMost };
  const found: { hits: RankedHit[]; counts: Record<string, number> }[] = [];
  if (few.length > 0) {
    const ofKinds = sources.filter(({ kind }) => few.some((one) => one.kind === kind));
    const candidates = sql`SELECT e.kind, e.id, e.at, e.subject_kind, e.subject_id
      FROM unnest(${few.map(({ kind }) => kind)}::text[], ${few.map(({ id }) => id)}::uuid[]) AS n (kind, id)
      JOIN search_entries e ON e.id = n.id AND e.kind = n.kind ORDER BY e.at DESC`;
    const isReadable = readableOf(context, viewer, ofKinds);
    found.push(await rankEntries(tx, viewer, { ...question, candidates, isReadable, isPlanKept: true }));
  }
  for (const source of crowded) {
    const candidates = sql`SELECT e.kind, e.id, e.at, e.subject_kind, e.subject_id FROM search_entries e
      WHERE e.kind = ${source.kind} AND ${isNamed(source)} AND ${conditions.fits} ORDER BY e.at DESC LIMIT ${maxCandidates}`;
    const isReadable = readableOf(context, viewer, [source]);
    found.push(await rankEntries(tx, viewer, { ...question, candidates, isReadable, isPlanKept: false }));
  }
  for (const [kind, count] of found.flatMap((one) => Object.entries(one.counts)))
    for (const source of sources)
      if (source.kind === kind)
        counts.set(source.kind, {
          count: Math.min(count, maxCountedHits),
          isMore: count > maxCountedHits,
        });
  const hits = found.flatMap((one) => one.hits);
  return {
    hits: hits.toSorted((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1)).slice(0, part.count),
    counts,
  };
}
