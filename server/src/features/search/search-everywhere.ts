import { idSchema } from "@atoll/contract/identifiers";
import type { HitCount } from "@atoll/contract/search/hit-schemas";
import { maxCountedHits } from "@atoll/contract/search/limits";
import type { SearchAnswer, SearchQuestion } from "@atoll/contract/search/question-schemas";
import { z } from "zod";
import { cutPage, exactInstantSchema, readCursor } from "../../platform/page.ts";
import type { RankedHit, RankedPart } from "../../platform/search/search-sources.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { exactNow, findEntries } from "./find-entries.ts";
import { presentHits } from "./present-hits.ts";
import { type ReadQuestion, readQuestion } from "./read-question.ts";
import { sourcesFor } from "./sources.ts";

/** The moment that freshness counts from, the score of the last hit, and its id. */
const placeByRank = z.tuple([exactInstantSchema, z.number(), idSchema]);

/**
 * Everything that a viewer may read and a question finds, the best first. All statements of a search see one moment.
 * Specification, sections 2 (search) and 5.
 */
export async function searchEverywhere(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  question: SearchQuestion,
): Promise<SearchAnswer> {
  const cursor = readCursor(placeByRank, question.cursor);
  const read = await readQuestion(tx, viewer, question);
  const { kinds } = sourcesFor(context, viewer);
  if (!read) {
    const none = { count: 0, isMore: false };
    const counts = kinds.map((kind) => ({ kind, ...none }));
    return { items: [], nextCursor: null, counts, total: none, didYouMean: null, loosened: [] };
  }
  const part: RankedPart = {
    order: question.order,
    asOf: cursor?.[0] ?? (await exactNow(tx)),
    after: cursor && { score: cursor[1], id: cursor[2] },
    count: question.limit + 1,
  };
  const { hits, counts } = await find(context, tx, viewer, read, part);
  const page = cutPage(hits, question.limit, ({ score, id }) => [part.asOf, score, id]);
  return {
    items: await presentHits(context, tx, viewer, page.rows, read.asked),
    nextCursor: page.nextCursor,
    counts: kinds.map((kind) => ({ kind, ...(counts.get(kind) ?? { count: 0, isMore: false }) })),
    total: totalOf([...counts.values()]),
    didYouMean: null,
    loosened: [],
  };
}

/** The hits of all kinds that are wanted in one order, and how many there are of each kind. */
async function find(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  { asked, kinds }: ReadQuestion,
  part: RankedPart,
): Promise<{ hits: RankedHit[]; counts: Map<string, HitCount> }> {
  const sources = sourcesFor(context, viewer);
  const wanted = kinds ?? sources.kinds;
  const entries = await findEntries(context, tx, viewer, {
    asked,
    sources: sources.entries,
    kinds: wanted,
    part,
  });
  const counts = new Map<string, HitCount>(entries.counts);
  const hits = [...entries.hits];
  for (const source of sources.own) {
    const isWanted = wanted.includes(source.kind);
    const found = await source.find(tx, viewer, asked, isWanted ? part : { ...part, count: 0 });
    counts.set(source.kind, found.count);
    hits.push(...found.hits);
  }
  const inOrder = hits.toSorted((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1));
  return { hits: inOrder.slice(0, part.count), counts };
}

function totalOf(counts: readonly HitCount[]): HitCount {
  const count = counts.reduce((sum, one) => sum + one.count, 0);
  return {
    count: Math.min(count, maxCountedHits),
    isMore: count > maxCountedHits || counts.some(({ isMore }) => isMore),
  };
}
