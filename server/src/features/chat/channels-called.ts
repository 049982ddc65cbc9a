import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../tables.ts";

/**
 * Returns those of a person's channels that have one of the names: the whole name, or if there is none, words that
 * start with it. A direct chat has the names of the others in it.
 */
export function findChannelsCalled(
  tx: Database,
  viewerId: string,
  names: readonly string[],
  channelIds: readonly string[],
): Promise<Set<string>> {
  return findCalled(
    tx,
    names,
    sql`SELECT c.id, CASE WHEN c.type <> 'DIRECT' THEN search_fold(c.name) ELSE (
        SELECT string_agg(p.folded_name, ' ' ORDER BY p.name) FROM channel_members o
        JOIN profiles p ON p.id = o.user_id WHERE o.channel_id = c.id AND o.user_id <> ${viewerId}
      ) END AS folded
      FROM channels c WHERE c.id = ANY(${channelIds}::uuid[])`,
    channelIds.length,
  );
}

/**
 * Returns the candidates (id, folded) that have one of the names: the whole name, or if there is none, words that start
 * with it.
 */
async function findCalled(
  tx: Database,
  names: readonly string[],
  candidates: RawBuilder<unknown>,
  limit: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    WITH wanted AS (
      SELECT place, search_fold(name) AS folded FROM unnest(${names}::text[]) WITH ORDINALITY AS n (name, place)
    ), fitting AS (
      SELECT k.id, w.place, k.folded = w.folded AS is_whole, bool_or(k.folded = w.folded) OVER (PARTITION BY w.place) AS has_whole
      FROM (${candidates} OFFSET 0) k JOIN wanted w ON strpos(
        ' ' || translate(k.folded, '-_', '  '), ' ' || translate(w.folded, '-_', '  ')) > 0
    )
    SELECT DISTINCT id FROM fitting WHERE is_whole OR NOT has_whole LIMIT ${limit}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
