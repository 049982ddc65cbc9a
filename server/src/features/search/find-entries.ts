import type { HitCount } from "@atoll/contract/search/hit-schemas";
import { maxCountedHits, type SearchKind } from "@atoll/contract/search/limits";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { holdsTerm, queriesOfIndex, quoteLexeme } from "../../platform/search/indexed-terms.ts";
import { isBehindHit, scoreOf } from "../../platform/search/rank.ts";
import type { Asked, RankedHit, RankedPart } from "../../platform/search/search-sources.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import type { EntrySource } from "./sources.ts";

/** Of so many entries that fit, the newest, rights are looked at: it bounds what a word costs that is everywhere. */
const maxCandidates = 20_000;

export interface EntriesQuestion {
  asked: Asked;
  /** Whose entries are looked at. */
  sources: readonly EntrySource[];
  /** Only their hits are wanted; of the others the number. */
  kinds: readonly SearchKind[];
  part: RankedPart;
  /** Only by what things are called, and by the beginnings of words: while somebody types. */
  isByName?: boolean;
}

/** The moment that freshness counts from, as a cursor keeps it. */
export async function exactNow(tx: Database): Promise<string> {
  const { rows } = await sql<{ now: string }>`
    SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`.execute(tx);
  return rows[0]?.now ?? new Date().toISOString();
}

/**
 * What fits among the entries of the index, and may be read by the viewer: whether it may is asked in the very statement
 * that finds it, of the slice whose thing it is.
 */
export async function findEntries(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  { asked, sources, kinds, part, isByName = false }: EntriesQuestion,
): Promise<{ hits: RankedHit[]; counts: Map<SearchKind, HitCount> }> {
  const counts = new Map<SearchKind, HitCount>(
    sources.map(({ kind }) => [kind, { count: 0, isMore: false }]),
  );
  // Only messages are starred.
  if (sources.length === 0 || asked.isStarred) return { hits: [], counts };
  const candidates = await candidateConditions(tx, asked, sources, isByName);
  if (!candidates) return { hits: [], counts };
  const score = scoreOf(asked, part, {
    title: sql`entry.title`,
    folded: sql`entry.folded`,
    lexemes: sql`entry.lexemes`,
    at: sql`entry.at`,
    closeness: closenessOf(viewer),
  });
  const { rows } = await sql<{ counts: Record<string, number>; hits: RankedHit[] | null }>`
    WITH candidates AS MATERIALIZED (
      SELECT e.* FROM search_entries e WHERE ${all(candidates)} ORDER BY e.at DESC LIMIT ${maxCandidates}
    ), readable AS MATERIALIZED (
      SELECT entry.*, row_number() OVER (PARTITION BY entry.kind ORDER BY entry.at DESC) AS place FROM candidates entry
      WHERE ${readableOf(context, viewer, sources)}
    ), ranked AS (
      SELECT entry.kind, entry.id, ${score} AS score FROM readable entry
      LEFT JOIN search_opened o ON o.user_id = ${viewer.id} AND o.thing_id = entry.id AND o.kind = entry.kind
      WHERE entry.kind = ANY(${kinds}::text[]) AND entry.place <= ${maxCountedHits}
    )
    SELECT (SELECT coalesce(json_object_agg(kind, n), '{}') FROM (SELECT kind, count(*) AS n FROM readable GROUP BY kind) k)
        AS counts,
      (SELECT json_agg(json_build_object('kind', kind, 'id', id, 'score', score)) FROM (
        SELECT * FROM ranked WHERE ${isBehindHit(part.after, sql`score`, sql`id`)}
        ORDER BY score DESC, id DESC LIMIT ${part.count}) h) AS hits`.execute(tx);
  const [row] = rows;
  for (const { kind } of sources) {
    const count = row?.counts[kind] ?? 0;
    counts.set(kind, { count: Math.min(count, maxCountedHits), isMore: count > maxCountedHits });
  }
  return { hits: row?.hits ?? [], counts };
}

type Condition = RawBuilder<SqlBool>;

/** Undefined: nothing can fit. */
async function candidateConditions(
  tx: Database,
  asked: Asked,
  sources: readonly EntrySource[],
  isByName: boolean,
): Promise<Condition[] | undefined> {
  if (asked.personIds?.length === 0) return undefined;
  const { places } = asked;
  if (places && places.channelIds.length + places.departmentIds.length === 0) return undefined;
  const queries = isByName ? beginningsOf(asked) : await queriesOfIndex(tx, asked.terms);
  if (!queries) return undefined;
  const marks = [
    ...(asked.hasFile ? ["'/file'"] : []),
    ...(asked.hasLink ? ["'/link'"] : []),
    ...(asked.personIds ? [anyOf("/p", asked.personIds)] : []),
    ...(asked.departmentId ? [anyOf("/d", [asked.departmentId])] : []),
    ...(asked.channelId ? [anyOf("/c", [asked.channelId])] : []),
    ...(places
      ? [`(${[...tokens("/c", places.channelIds), ...tokens("/d", places.departmentIds)].join(" | ")})`]
      : []),
  ];
  const indexed =
    queries.length > 0 ? queries.map((query) => [query, ...marks].join(" & ")) : [marks.join(" & ")];
  return [
    ...(indexed[0] === "" ? [] : [sql<SqlBool>`e.lexemes @@ ANY(${indexed}::tsquery[])`]),
    sql<SqlBool>`e.kind = ANY(${sources.map(({ kind }) => kind)}::text[])`,
    ...(asked.since ? [sql<SqlBool>`e.at >= ${asked.since}`] : []),
    ...(asked.until ? [sql<SqlBool>`e.at < ${asked.until}`] : []),
    ...asked.terms.map((term) =>
      term.isWhole
        ? holdsTerm(sql`e.folded`, sql`e.lexemes`, term)
        : isByName
          ? sql<SqlBool>`strpos(e.title, ${term.folded}) > 0`
          : sql<SqlBool>`(strpos(e.title, ${term.folded}) > 0 OR ${holdsTerm(sql`e.folded`, sql`e.lexemes`, term)})`,
    ),
    ...asked.excluded.map(
      ({ folded }) => sql<SqlBool>`strpos(e.title, ${folded}) = 0 AND strpos(e.folded, ${folded}) = 0`,
    ),
  ];
}

/** SQL: a word, which comes from those that were written, stands in an entry that the viewer may read. */
export function isWordReadable(
  context: SliceContext,
  viewer: RequestViewer,
  sources: readonly EntrySource[],
  word: RawBuilder<string>,
): Condition {
  return sql<SqlBool>`EXISTS (SELECT FROM search_entries entry
    WHERE entry.lexemes @@ quote_literal(${word})::tsquery AND ${readableOf(context, viewer, sources)} LIMIT 1)`;
}

/** A question to the index for words that begin as these do; each has its other parts as they are. */
function beginningsOf({ terms }: Asked): string[] {
  const parts = terms.flatMap(({ words, pairs }) => [
    ...words.map((word) => `${quoteLexeme(word)}:*`),
    ...pairs.map((pair) => `${quoteLexeme(pair)}${[...pair].length === 2 ? "" : ":*"}`),
  ]);
  return parts.length === 0 ? [] : [parts.join(" & ")];
}

/**
 * By a name that no condition of a slice uses for a table of its own: it would hide this one.
 */
const columns = {
  id: sql<string>`entry.id`,
  subjectKind: sql<string>`entry.subject_kind`,
  subjectId: sql<string>`entry.subject_id`,
};

/** A thing of a kind that is nobody's here is nobody's. */
function readableOf(
  context: SliceContext,
  viewer: RequestViewer,
  sources: readonly EntrySource[],
): RawBuilder<boolean> {
  const cases = sources.map(
    (source) => sql`WHEN ${sql.lit(source.kind)} THEN ${source.isReadable(context, viewer, columns)}`,
  );
  return sql<boolean>`CASE entry.kind ${sql.join(cases, sql` `)} ELSE false END`;
}

/** Of the viewer's own, of their departments, and what they opened before, is nearer than the rest. */
function closenessOf(viewer: RequestViewer): RawBuilder<number> {
  const departments = viewer.departments.map(({ id }) => id);
  const ofDepartments =
    departments.length === 0
      ? sql`0`
      : sql`CASE WHEN entry.lexemes @@ ${tokens("/d", departments).join(" | ")}::tsquery THEN 0.2 ELSE 0 END`;
  // Whoever types a name means the person, and the channel, before what is said of them.
  return sql<number>`CASE entry.kind WHEN 'person' THEN 0.8 WHEN 'channel' THEN 0.6 ELSE 0 END
    + CASE WHEN entry.lexemes @@ ${`'/p${viewer.id}'`}::tsquery THEN 0.2 ELSE 0 END + ${ofDepartments}
    + CASE WHEN o.opened_at IS NOT NULL THEN 0.4 ELSE 0 END`;
}

const tokens = (mark: string, ids: readonly string[]) => ids.map((id) => `'${mark}${id}'`);
const anyOf = (mark: string, ids: readonly string[]) => `(${tokens(mark, ids).join(" | ")})`;

function all(conditions: readonly Condition[]): Condition {
  return sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}
