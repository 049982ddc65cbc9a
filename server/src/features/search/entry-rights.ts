import type { SearchKind } from "@atoll/contract/search/limits";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Asked } from "../../platform/search/search-sources.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { type EntrySource, sourcesFor } from "./sources.ts";

/** Uses a name that no condition of a slice uses for a table of its own, which would shadow this one. */
const columns = {
  id: sql<string>`entry.id`,
  subjectKind: sql<string>`entry.subject_kind`,
  subjectId: sql<string>`entry.subject_id`,
};

/** SQL: what `findByMostWords` reads of an entry. */
export const entryTexts = {
  kind: sql<string>`entry.kind`,
  id: sql<string>`entry.id`,
  at: sql<Date>`entry.at`,
  title: sql<string>`entry.title`,
  lexemes: sql`entry.lexemes`,
};

/** SQL: the viewer may read the thing of `entry`. A thing of an unknown kind is readable by nobody. */
export function readableOf(
  context: SliceContext,
  viewer: RequestViewer,
  sources: readonly EntrySource[],
): RawBuilder<boolean> {
  const cases = sources.map(
    (source) => sql`WHEN ${sql.lit(source.kind)} THEN ${source.isReadable(context, viewer, columns)}`,
  );
  return sql<boolean>`CASE entry.kind ${sql.join(cases, sql` `)} ELSE false END`;
}

/**
 * Returns SQL for whether a word is in anything of these kinds that the viewer may read. Words that only others may
 * read are not used in corrections.
 */
export async function wordsReadable(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  asked: Asked,
  only?: readonly EntrySource[],
): Promise<(word: RawBuilder<string>) => RawBuilder<SqlBool>> {
  // Planning the permissions of unused kinds takes longer than reading those that are used.
  const { entries, own } = only ? { entries: only, own: [] } : sourcesFor(context, viewer);
  const inOwn = await Promise.all(own.map((source) => source.hasWord(tx, viewer, asked)));
  return (word) =>
    sql<SqlBool>`(${sql.join(
      [isWordInEntries(context, viewer, entries, word), ...inOwn.map((has) => has(word))],
      sql` OR `,
    )})`;
}

/** SQL: a word from the index is in an entry that the viewer may read. */
function isWordInEntries(
  context: SliceContext,
  viewer: RequestViewer,
  sources: readonly EntrySource[],
  word: RawBuilder<string>,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`EXISTS (SELECT FROM search_entries entry
    WHERE entry.lexemes @@ quote_literal(${word})::tsquery AND ${readableOf(context, viewer, sources)} LIMIT 1)`;
}

/** Returns those of these things that are in the index of entries and readable by the viewer, in no order. */
export async function findReadableEntries(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  sources: readonly EntrySource[],
  things: readonly { kind: string; id: string }[],
): Promise<{ kind: SearchKind; id: string }[]> {
  // Planning the permissions of unused kinds takes longer than reading those that are used.
  const asked = sources.filter(({ kind }) => things.some((thing) => thing.kind === kind));
  if (asked.length === 0) return [];
  const { rows } = await sql<{ kind: SearchKind; id: string }>`
    SELECT entry.kind, entry.id FROM search_entries entry
    JOIN unnest(${things.map(({ kind }) => kind)}::text[], ${things.map(({ id }) => id)}::uuid[]) wanted (kind, id)
      USING (kind, id)
    WHERE ${readableOf(context, viewer, asked)}`.execute(tx);
  return rows;
}
