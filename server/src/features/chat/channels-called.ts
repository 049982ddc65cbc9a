import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../tables.ts";

/**
 * Those of a person's channels that are called by one of the names: by the whole name or, where none is, by words that
 * begin so. A direct chat is called by the other people in it.
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
 * Those of the candidates (id, folded) who are called by one of the names: by their whole name or, where nobody is,
 * by words that begin so.
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
