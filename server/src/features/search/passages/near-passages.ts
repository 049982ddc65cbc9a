import type { AskScope } from "@atoll/contract/ask-ai/schemas";
import { sql } from "kysely";
import { allOf, anyWord } from "../../../platform/search/indexed-terms.ts";
import { type NearHit, nearEntries, type QuestionVector } from "../../../platform/search/near-vectors.ts";
import type { RequestViewer, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { readableOf } from "../entry-rights.ts";
import { marksOf, scopeOf, sourcesIn } from "./passage-scope.ts";

/** The usual constant: a position far down in one list hardly counts. */
const rankConstant = 60;
/** Maximum semantic matches in the merged order. */
const maxNear = 24;
/** Things with less than this share of the best similarity are about something else. */
const leastShare = 0.7;

/**
 * Returns the things that are semantically closest to a question, out of all that the viewer may read, the closest
 * first.
 */
export async function findNear(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  scope: AskScope,
  question: QuestionVector,
): Promise<NearHit[]> {
  const { entries, own } = sourcesIn(context, viewer, scope);
  const marks = [anyWord(entries.map(({ kind }) => `/${kind}`)), ...marksOf(scope)];
  const narrowed = sql<boolean>`entry.lexemes @@ ${allOf(marks)}::tsquery`;
  const near =
    entries.length === 0
      ? []
      : await nearEntries(
          tx,
          question,
          sql<boolean>`${narrowed} AND ${readableOf(context, viewer, entries)}`,
        );
  for (const source of own)
    near.push(...((await source.findNear?.(tx, viewer, scopeOf(scope), question)) ?? []));
  const sorted = near.toSorted((a, b) => b.similarity - a.similarity).slice(0, maxNear);
  const best = sorted[0]?.similarity ?? 0;
  return sorted.filter(({ similarity }) => similarity > 0 && similarity >= leastShare * best);
}

/** Returns the score of each thing in the merged order of several ranked lists, by reciprocal rank. */
export function joinRanks(lists: readonly (readonly { kind: string; id: string }[])[]): Map<string, number> {
  const scores = new Map<string, number>();
  for (const list of lists)
    for (const [place, { kind, id }] of list.entries()) {
      const key = `${kind}/${id}`;
      scores.set(key, (scores.get(key) ?? 0) + (rankConstant + 1) / (rankConstant + 1 + place));
    }
  return scores;
}
