import type { SearchKind } from "@atoll/contract/search/limits";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { expectRows, queriesUnplanned, quoteLexeme } from "../../../platform/search/indexed-terms.ts";
import type { RequestViewer } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { EntrySource } from "../sources.ts";
import type { EntryConditions } from "./entry-conditions.ts";

/** Up to this many matches are checked individually. */
const maxOfAnybody = 300;
/** Maximum matches of each kind near the viewer that are checked. */
const maxFew = 2_000;
/** If the index would return more than this, scanning from the newest entry is cheaper. */
const maxNamed = 20_000;

export interface NamedEntry {
  kind: SearchKind;
  id: string;
}

interface Few {
  /** All matches that the viewer may be able to read, of kinds with few of them. */
  few: readonly NamedEntry[];
  /** The kinds with many matches. */
  crowded: readonly EntrySource[];
  /** SQL: `e`, of this kind, matches the index; where that does not help, may be the viewer's. */
  isNamed(source: EntrySource): RawBuilder<SqlBool>;
}

/**
 * Finds the matches of each kind while there are few. The caller must check permissions before returning any of them.
 */
export async function findFew(
  tx: Database,
  viewer: RequestViewer,
  { indexed, fits }: EntryConditions,
  sources: readonly EntrySource[],
  isCommon: boolean,
): Promise<Few> {
  const kinds = sources.map(({ kind }) => kind);
  const isAsked = sql<SqlBool>`e.kind = ANY(${kinds}::text[]) AND ${fits}`;
  const near = narrowedTo(viewer, sources);
  const done = (few: NamedEntry[]): Few => ({ few, crowded: [], isNamed: () => sql<SqlBool>`true` });
  let isIndexBest = false;
  if (indexed.length > 0) {
    // Beginnings of words are usually common.
    const ofAnybody = isCommon ? undefined : await lookAt(tx, near.byAnybody(indexed), isAsked, maxOfAnybody);
    if (ofAnybody) return done(ofAnybody);
    isIndexBest = (await expectEntries(tx, near.queries(indexed))) <= maxNamed;
    const ofViewer = isIndexBest ? await lookAt(tx, near.byIndex(indexed), isAsked, maxFew) : undefined;
    if (ofViewer) return done(ofViewer);
  }
  const isNamed = (source: EntrySource) => {
    const ofKind = narrowedTo(viewer, [source]);
    return isIndexBest ? ofKind.byIndex(indexed) : ofKind.byEntry;
  };
  const selects = sources.map(
    (source) => sql`(SELECT e.kind, e.id FROM search_entries e
      WHERE e.kind = ${source.kind} AND ${isNamed(source)} AND ${fits}
      ${isIndexBest ? sql`` : sql`ORDER BY e.at DESC`} LIMIT ${maxFew + 1})`,
  );
  const { rows } = await sql<{ kind: SearchKind; ids: string[] }>`
    SELECT kind, array_agg(id::text) AS ids FROM (${sql.join(selects, sql` UNION ALL `)}) named
    GROUP BY kind`.execute(tx);
  const isCrowded = new Set(rows.filter(({ ids }) => ids.length > maxFew).map(({ kind }) => kind));
  return {
    few: rows.flatMap(({ kind, ids }) => (isCrowded.has(kind) ? [] : ids.map((id) => ({ kind, id })))),
    crowded: sources.filter(({ kind }) => isCrowded.has(kind)),
    isNamed,
  };
}

/** Returns the matches, or undefined without reading any if there are more than the maximum. */
async function lookAt(
  tx: Database,
  isNamed: RawBuilder<SqlBool>,
  isAsked: RawBuilder<SqlBool>,
  atMost: number,
): Promise<NamedEntry[] | undefined> {
  const { rows } = await sql<{ total: number; few: NamedEntry[] | null }>`
    WITH named AS MATERIALIZED (
      SELECT e.ctid FROM search_entries e WHERE ${isNamed} LIMIT ${atMost + 1}
    )
    SELECT (SELECT count(*) FROM named) AS total,
      (SELECT json_agg(json_build_object('kind', e.kind, 'id', e.id)) FROM search_entries e
        WHERE e.ctid = ANY(ARRAY(SELECT ctid FROM named)) AND (SELECT count(*) FROM named) <= ${atMost} AND ${isAsked})
        AS few`.execute(tx);
  const [row] = rows;
  return row && row.total <= atMost ? (row.few ?? []) : undefined;
}

function expectEntries(tx: Database, queries: readonly string[]): Promise<number> {
  return expectRows(
    tx,
    sql`SELECT FROM search_entries e
    WHERE e.lexemes @@ ${queries.map((query) => `(${query})`).join(" | ")}::tsquery`,
  );
}

/**
 * Returns conditions on entries `e` of these kinds that exclude most of what the viewer may not read, as far as the
 * sources can tell from the marks of the index: a person who may read a tenth of everything is spared the other nine.
 */
function narrowedTo(viewer: RequestViewer, sources: readonly EntrySource[]) {
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
