import { idSchema } from "@atoll/contract/identifiers";
import type { SearchAnswer, SearchQuestion } from "@atoll/contract/search/question-schemas";
import { z } from "zod";
import { cutPage, exactInstantSchema, readCursor } from "../../../platform/page.ts";
import type { RankedPart } from "../../../platform/search/search-sources.ts";
import type { RequestViewer, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { findHits, type Looking, totalOf } from "../entries/find-hits.ts";
import { presentHits } from "../entries/present-hits.ts";
import { readQuestion } from "../question/read-question.ts";
import { longestSearchMs } from "../run-search.ts";
import { sourcesFor } from "../sources.ts";
import { didYouMean } from "./did-you-mean.ts";
import { findFallbackInTime } from "./find-fallback.ts";
import { loosen } from "./loosen.ts";

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
