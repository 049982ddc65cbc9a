import type { Hit } from "@atoll/contract/search/hit-schemas";
import { maxSuggestions, type SearchKind } from "@atoll/contract/search/limits";
import { foldTerms } from "../../../platform/search/indexed-terms.ts";
import { parseQuery } from "../../../platform/search/parse-query.ts";
import type { Asked } from "../../../platform/search/search-sources.ts";
import type { RequestViewer, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { findEntries } from "../entries/find-entries.ts";
import { presentHits } from "../entries/present-hits.ts";
import { sourcesFor } from "../sources.ts";

/**
 * With fewer letters, only people and channels are suggested, because nearly everything has a word that begins with
 * them.
 */
const shortestForAll = 3;
/** A name usually means a person or a channel. */
const nearer: Partial<Record<SearchKind, number>> = { person: 1, channel: 0.6 };

/** Suggests things whose title begins with the text. */
export async function suggest(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  query: string,
  asOf: string,
): Promise<Hit[]> {
  const { terms } = parseQuery(query);
  const folded = await foldTerms(
    tx,
    terms.slice(0, 8).map(({ text }) => text.replace(/^[#@]/, "")),
  );
  if (folded.length === 0) return [];
  const asked: Asked = {
    terms: folded,
    excluded: [],
    phrase: folded.map((term) => term.folded).join(" "),
    hasFile: false,
    hasLink: false,
    isStarred: false,
  };
  const isShort = folded.every((term) => [...term.folded].length < shortestForAll && term.pairs.length === 0);
  const { entries } = sourcesFor(context, viewer);
  const sources = isShort ? entries.filter(({ kind }) => nearer[kind] !== undefined) : entries;
  const { hits } = await findEntries(context, tx, viewer, {
    asked,
    sources,
    kinds: sources.map(({ kind }) => kind),
    part: { order: "best", asOf, after: undefined, count: 2 * maxSuggestions },
    isByName: true,
  });
  const score = (hit: { kind: SearchKind; score: number }) => hit.score + (nearer[hit.kind] ?? 0);
  const best = hits.toSorted((a, b) => score(b) - score(a)).slice(0, maxSuggestions);
  return presentHits(context, tx, viewer, best, asked);
}
