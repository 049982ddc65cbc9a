import type { SearchKind } from "@atoll/contract/search/limits";
import { type RawBuilder, sql } from "kysely";
import { isBehindHit, scoreOf } from "../../../platform/search/rank.ts";
import type { Asked, RankedHit, RankedPart } from "../../../platform/search/search-sources.ts";
import type { RequestViewer } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { tokens } from "./entry-conditions.ts";

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
export async function rankEntries(
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
