import type { HitCount } from "@atoll/contract/search/hit-schemas";
import { maxCountedHits, type SearchKind } from "@atoll/contract/search/limits";
import type { Asked, RankedHit, RankedPart } from "../../../platform/search/search-sources.ts";
import type { RequestViewer, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { ReadQuestion } from "../question/read-question.ts";
import { sourcesFor } from "../sources.ts";
import { findEntries } from "./find-entries.ts";

/** The viewer, and the transaction of the search. */
export interface Looking {
  context: SliceContext;
  tx: Database;
  viewer: RequestViewer;
}

/**
 * Returns the hits of all requested kinds in one order, and how many there are of each kind.
 * @param isCounted false: kinds that are not requested are not searched for their counts.
 */
export async function findHits(
  { context, tx, viewer }: Looking,
  { asked, kinds, isCounted = true }: Pick<ReadQuestion, "asked" | "kinds"> & { isCounted?: boolean },
  part: RankedPart,
): Promise<{ hits: RankedHit[]; counts: Map<SearchKind, HitCount> }> {
  const sources = sourcesFor(context, viewer);
  const wanted = kinds ?? sources.kinds;
  const isSearched = ({ kind }: { kind: SearchKind }) => isCounted || wanted.includes(kind);
  const { hits, counts } = await findEntries(context, tx, viewer, {
    asked,
    sources: sources.entries.filter(isSearched),
    kinds: wanted,
    part,
  });
  for (const source of sources.own.filter(isSearched)) {
    const isWanted = wanted.includes(source.kind);
    const found = await source.find(tx, viewer, asked, isWanted ? part : { ...part, count: 0 });
    counts.set(source.kind, found.count);
    hits.push(...found.hits);
  }
  const inOrder = hits.toSorted((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1));
  return { hits: inOrder.slice(0, part.count), counts };
}

/** Returns how many hits there are of the requested kinds. */
export async function countHits(
  looking: Looking,
  question: { asked: Asked; kinds: readonly SearchKind[] | undefined },
  asOf: string,
): Promise<HitCount> {
  const part: RankedPart = { order: "newest", asOf, after: undefined, count: 0 };
  const { counts } = await findHits(looking, question, part);
  return totalOf(
    [...counts].filter(([kind]) => question.kinds?.includes(kind) ?? true).map(([, one]) => one),
  );
}

export function totalOf(counts: readonly HitCount[]): HitCount {
  const count = counts.reduce((sum, one) => sum + one.count, 0);
  return {
    count: Math.min(count, maxCountedHits),
    isMore: count > maxCountedHits || counts.some(({ isMore }) => isMore),
  };
}
