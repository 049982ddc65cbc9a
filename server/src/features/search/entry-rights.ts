import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { EntrySource } from "./sources.ts";

/**
 * By a name that no condition of a slice uses for a table of its own: it would hide this one.
 */
const columns = {
  id: sql<string>`entry.id`,
  subjectKind: sql<string>`entry.subject_kind`,
  subjectId: sql<string>`entry.subject_id`,
};

/** SQL: the viewer may read the thing of `entry`. One of a kind that is nobody's here is nobody's. */
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

/** SQL: a word, which comes from those that were written, stands in an entry that the viewer may read. */
export function isWordReadable(
  context: SliceContext,
  viewer: RequestViewer,
  sources: readonly EntrySource[],
  word: RawBuilder<string>,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`EXISTS (SELECT FROM search_entries entry
    WHERE entry.lexemes @@ quote_literal(${word})::tsquery AND ${readableOf(context, viewer, sources)} LIMIT 1)`;
}
