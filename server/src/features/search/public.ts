import { sql } from "kysely";
import type { FoundThing } from "../../platform/search/search-sources.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { findReadableEntries } from "./entry-rights.ts";
import { sourcesFor } from "./sources.ts";
import { nothingAsked } from "./typed-words.ts";

export { findPassages } from "./passages/find-passages.ts";
export { canReadAll, type Passage, presentPassages, shortenPassage } from "./passages/present-passages.ts";
export { createSearchRunner } from "./run-search.ts";
export { nothingAsked } from "./typed-words.ts";

/**
 * Returns the titles and links of things in the index whose IDs the viewer knows, keyed by `<kind>/<id>`. Missing and
 * unreadable things are left out.
 */
export async function readableThings(
  context: SliceContext,
  viewer: RequestViewer,
  things: readonly { kind: string; id: string }[],
): Promise<ReadonlyMap<string, FoundThing>> {
  const { db } = context;
  const { entries, of } = sourcesFor(context, viewer);
  const found = new Map<string, FoundThing>();
  const readable = await findReadableEntries(context, db, viewer, entries, things);
  for (const [kind, ofKind] of Map.groupBy(readable, (one) => one.kind)) {
    const ids = ofKind.map(({ id }) => id);
    for (const [id, thing] of (await of.get(kind)?.present(context, db, viewer, ids, nothingAsked)) ?? [])
      found.set(`${kind}/${id}`, thing);
  }
  return found;
}

/** SQL: something that can be found has the word `w.word`. */
const isUsed = sql<boolean>`(EXISTS (SELECT FROM message_search s WHERE s.lexemes @@ quote_literal(w.word)::tsquery)
  OR EXISTS (SELECT FROM search_entries e WHERE e.lexemes @@ quote_literal(w.word)::tsquery))`;

/**
 * Deletes words from the list of all words that nothing has any more.
 * @returns those that were deleted.
 */
export async function forgetWords(db: Database, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`DELETE FROM search_words w
    WHERE w.word = ANY(${[...words]}::text[]) AND NOT ${isUsed} RETURNING w.word`.execute(db);
  return rows.map(({ word }) => word);
}

/** Adds words again that something has by now: it may have been written while they were forgotten. */
export async function restoreWords(db: Database, words: readonly string[]): Promise<void> {
  await sql`INSERT INTO search_words (word) SELECT DISTINCT w.word FROM unnest(${[...words]}::text[]) AS w (word)
    WHERE ${isUsed} ORDER BY w.word ON CONFLICT DO NOTHING`.execute(db);
}
