import type { HitCount } from "@atoll/contract/search/hit-schemas";
import { maxCountedHits, type SearchKind } from "@atoll/contract/search/limits";
import { type RawBuilder, sql } from "kysely";
import { isBehindHit, scoreOf } from "../../../platform/search/rank.ts";
import type { Asked, RankedHit, RankedPart } from "../../../platform/search/search-sources.ts";
import type { RequestViewer, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { readableOf } from "../entry-rights.ts";
import type { EntrySource } from "../sources.ts";
import { entryConditions, tokens } from "./entry-conditions.ts";
import { findFew } from "./find-few.ts";

/**
 * Permissions are checked for at most this many of the newest matches of a kind, which bounds the cost of a very common
 * word.
 */
const maxCandidates = 20_000;
/** Suggestions are not counted: the best of this many of each kind are returned. */
const maxByName = 60;

export interface EntriesQuestion {
  asked: Asked;
  /** The kinds of entries to search. */
  sources: readonly EntrySource[];
  /** The kinds whose hits are returned. The others are only counted. */
  kinds: readonly SearchKind[];
  part: RankedPart;
  /** Matches only titles, by the beginnings of words: for suggestions. */
  isByName?: boolean;
}

/**
 * Finds matching entries that the viewer may read. The slice that owns a thing decides this in the same statement that
 * ranks and counts it. A small number of matches is selected first, so that permissions are checked only for their
 * kinds, with a cached plan: planning the checks of all kinds takes longer than a search for a rare word. For many
 * matches, each kind is scanned from its newest entry until as many readable ones are found as are counted.
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
  // Only messages can be starred.
  if (sources.length === 0 || asked.isStarred) return { hits: [], counts };
  const conditions = await entryConditions(tx, asked, isByName);
  if (!conditions) return { hits: [], counts };
  const { few, crowded, isNamed } = await findFew(tx, viewer, conditions, sources, isByName);
  const atMost = isByName ? maxByName : maxCountedHits + 1;
  const question = { asked, part, kinds, atMost };
  const found: { hits: RankedHit[]; counts: Record<string, number> }[] = [];
  if (few.length > 0) {
    const ofKinds = sources.filter(({ kind }) => few.some((one) => one.kind === kind));
    const candidates = sql`SELECT e.kind, e.id, e.at, e.subject_kind, e.subject_id
      FROM unnest(${few.map(({ kind }) => kind)}::text[], ${few.map(({ id }) => id)}::uuid[]) AS n (kind, id)
      JOIN search_entries e ON e.id = n.id AND e.kind = n.kind ORDER BY e.at DESC`;
    const isReadable = readableOf(context, viewer, ofKinds);
    found.push(await rankEntries(tx, viewer, { ...question, candidates, isReadable, isPlanKept: true }));
  }
  for (const source of crowded) {
    const candidates = sql`SELECT e.kind, e.id, e.at, e.subject_kind, e.subject_id FROM search_entries e
      WHERE e.kind = ${source.kind} AND ${isNamed(source)} AND ${conditions.fits} ORDER BY e.at DESC LIMIT ${maxCandidates}`;
    const isReadable = readableOf(context, viewer, [source]);
    found.push(await rankEntries(tx, viewer, { ...question, candidates, isReadable, isPlanKept: false }));
  }
  for (const [kind, count] of found.flatMap((one) => Object.entries(one.counts)))
    for (const source of sources)
      if (source.kind === kind)
        counts.set(source.kind, {
          count: Math.min(count, maxCountedHits),
          isMore: count > maxCountedHits,
        });
  const hits = found.flatMap((one) => one.hits);
  return {
    hits: hits.toSorted((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1)).slice(0, part.count),
    counts,
  };
}

interface RankQuestion {
  asked: Asked;
  part: RankedPart;
  /** The kinds to rank. The others are only counted. */
  kinds: readonly SearchKind[];
  /** Maximum matches of each kind that are counted and ranked. */
  atMost: number;
  /** SQL: kind, id, at, subject_kind and subject_id of the matches, the newest first. */
  candidates: RawBuilder<unknown>;
  /** SQL: the entry is readable. */
  isReadable: RawBuilder<boolean>;
  /** True if one plan suits all values. */
  isPlanKept: boolean;
}

/** Returns the best of the readable matches, and how many there are of each kind. */
async function rankEntries(
  tx: Database,
  viewer: RequestViewer,
  { asked, part, kinds, atMost, candidates, isReadable, isPlanKept }: RankQuestion,
): Promise<{ hits: RankedHit[]; counts: Record<string, number> }> {
  const score = scoreOf(asked, part, {
    title: sql`e.title`,
    folded: sql`e.folded`,
    lexemes: sql`e.lexemes`,
    at: sql`e.at`,
    closeness: closenessOf(viewer, asked),
  });
  // A single kind ends once there are enough; several kinds each have the maximum.
  const readable = isPlanKept
    ? sql`SELECT entry.kind, entry.id, row_number() OVER (PARTITION BY entry.kind ORDER BY entry.at DESC) AS place
      FROM (${candidates}) entry WHERE ${isReadable}`
    : sql`SELECT entry.kind, entry.id, 1 AS place FROM (${candidates}) entry WHERE ${isReadable} LIMIT ${atMost}`;
  const plan = (mode: string) => sql`SELECT set_config('plan_cache_mode', ${mode}, true)`.execute(tx);
  if (isPlanKept) await plan("force_generic_plan");
  const { rows } = await sql<{ counts: Record<string, number>; hits: RankedHit[] | null }>`
    WITH readable AS MATERIALIZED (${readable}), ranked AS (
      SELECT e.kind, e.id, ${score} AS score FROM readable r JOIN search_entries e ON e.id = r.id AND e.kind = r.kind
      LEFT JOIN search_opened o ON o.user_id = ${viewer.id} AND o.thing_id = e.id AND o.kind = e.kind
      WHERE r.kind = ANY(${kinds}::text[]) AND r.place <= ${atMost}
    )
    SELECT (SELECT coalesce(json_object_agg(kind, n), '{}') FROM (SELECT kind, count(*) AS n FROM readable GROUP BY kind) k)
        AS counts,
      (SELECT json_agg(json_build_object('kind', kind, 'id', id, 'score', score)) FROM (
        SELECT * FROM ranked WHERE ${isBehindHit(part.after, sql`score`, sql`id`)}
        ORDER BY score DESC, id DESC LIMIT ${part.count}) h) AS hits`.execute(tx);
  if (isPlanKept) await plan("force_custom_plan");
  const [row] = rows;
  return { hits: row?.hits ?? [], counts: row?.counts ?? {} };
}

/** Ranks the viewer's own things, those of their departments and chats, and those they opened before higher. */
function closenessOf(viewer: RequestViewer, { terms }: Asked): RawBuilder<number> {
  const departments = viewer.departments.map(({ id }) => id);
  const ofDepartments =
    departments.length === 0
      ? sql`0`
      : sql`CASE WHEN e.lexemes @@ ${tokens("/d", departments).join(" | ")}::tsquery THEN 0.2 ELSE 0 END`;
  // Messages are found only by members of their chat. A channel may be public, so check whether the viewer is in it.
  const isInOwnChat = sql`e.kind = 'channel' AND EXISTS (
    SELECT FROM channel_members m WHERE m.channel_id = e.id AND m.user_id = ${viewer.id})`;
  const isCalledSo =
    terms.length === 0
      ? sql`true`
      : sql`(${sql.join(
          terms.map(({ folded }) => sql`strpos(e.title, ${folded}) > 0`),
          sql` OR `,
        )})`;
  // A person who types a name means the person or channel, rather than texts about them or their other fields.
  return sql<number>`CASE WHEN e.kind = 'person' THEN 0.8 WHEN e.kind = 'channel' AND ${isCalledSo} THEN 0.6 ELSE 0 END
    + CASE WHEN e.lexemes @@ ${`'/p${viewer.id}'`}::tsquery THEN 0.2 ELSE 0 END + ${ofDepartments}
    + CASE WHEN ${isInOwnChat} THEN 0.1 ELSE 0 END
    + CASE WHEN o.opened_at IS NOT NULL THEN 0.4 ELSE 0 END`;
}
