import { type RawBuilder, type SqlBool, sql } from "kysely";
import { queriesUnplanned, quoteLexeme } from "../../../platform/search/indexed-terms.ts";
import type { RequestViewer } from "../../../slice.ts";
import type { EntrySource } from "../sources.ts";

/**
 * Returns conditions on entries `e` of these kinds that exclude most of what the viewer may not read, as far as the
 * sources can tell from the marks of the index: a person who may read a tenth of everything is spared the other nine.
 */
export function narrowedTo(viewer: RequestViewer, sources: readonly EntrySource[]) {
  const narrowed = sources.map((source) => ({ source, to: source.narrow?.(viewer) }));
  const marks = narrowed.flatMap(({ source, to }) => to?.marks ?? [`/${source.kind}`]);
  const mark = marks.map(quoteLexeme).join(" | ");
  const ids = narrowed.flatMap(({ to }) => (to ? [sql`(${to.ids})`] : []));
  const isOneOf =
    ids.length === 0
      ? sql<SqlBool>`false`
      : sql<SqlBool>`e.id = ANY(ARRAY(${sql.join(ids, sql` UNION ALL `)})::uuid[])`;
  const isAnything = ids.length === 0 && sources.length > 1;
  const queries = (indexed: readonly string[]) =>
    isAnything ? indexed : indexed.map((query) => `(${query}) & (${mark})`);
  const byAnybody = (indexed: readonly string[]) => queriesUnplanned(sql`e.lexemes`, indexed);
  const byIndex = (indexed: readonly string[]): RawBuilder<SqlBool> =>
    ids.length === 0
      ? byAnybody(queries(indexed))
      : sql<SqlBool>`(${byAnybody(queries(indexed))} OR (${isOneOf} AND ${byAnybody(indexed)}))`;
  const byEntry: RawBuilder<SqlBool> =
    ids.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(e.lexemes @@ ${mark}::tsquery OR ${isOneOf})`;
  return { queries, byAnybody, byIndex, byEntry };
}
