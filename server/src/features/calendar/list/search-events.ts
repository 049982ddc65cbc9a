import { idSchema } from "@atoll/contract/identifiers";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { fetchPage } from "../../../platform/page.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { type EventRow, findEvents, type OccurrenceRow, selectOccurrences } from "../queries.ts";
import { isReadable } from "../sight.ts";

interface Found {
  rows: OccurrenceRow[];
  events: ReadonlyMap<string, EventRow>;
  nextCursor: string | null;
}

interface PageQuery {
  cursor?: string | undefined;
  limit: number;
}

interface Range {
  from?: string | undefined;
  until?: string | undefined;
}

/** A cursor: whether the occurrence is in the past, and its distance from now in seconds. Future ones come first. */
const placeInTime = z.tuple([z.boolean(), z.number(), idSchema]);

/**
 * Returns a page of the events that the viewer may read all of and that contain every word of the query, or a word that
 * starts with it, ignoring case and accents. Each is shown at its next occurrence, or else its last, within the range
 * if there is one. Specification, section 7.
 */
export function searchEvents(
  db: Database,
  viewer: RequestViewer,
  { query, from, until, ...page }: PageQuery & Range & { query: string },
): Promise<Found> {
  return findAtBest(db, viewer, hasWords(query), page, { from, until });
}

/** Returns the events planned for a task that the viewer may read, each at its next occurrence, or else its last. */
export function listTaskEvents(
  db: Database,
  viewer: RequestViewer,
  taskId: string,
  page: PageQuery,
): Promise<Found> {
  return findAtBest(db, viewer, sql<boolean>`e.task_id = ${taskId}::uuid`, page, {});
}

async function findAtBest(
  db: Database,
  viewer: RequestViewer,
  isMeant: RawBuilder<boolean>,
  page: PageQuery,
  { from, until }: Range,
): Promise<Found> {
  const inRange = sql<boolean>`(${from ?? null}::timestamptz IS NULL OR o.ends_at > ${from ?? null}::timestamptz)
    AND (${until ?? null}::timestamptz IS NULL OR o.starts_at < ${until ?? null}::timestamptz)`;
  const isOver = sql<boolean>`(o.ends_at <= now())`;
  const distance = sql<number>`abs(extract(epoch FROM o.starts_at - date_trunc('day', now())))::float8`;
  const found = await fetchPage(
    page,
    placeInTime,
    (after, count) =>
      selectOccurrences(db, viewer.id)
        .select([isOver.as("is_over"), distance.as("distance")])
        .where(
          sql<boolean>`(o.event_id, o.occurrence) IN (
            SELECT e.id, best.occurrence FROM events e, LATERAL (
              SELECT o.occurrence FROM event_occurrences o WHERE o.event_id = e.id AND ${inRange}
              ORDER BY ${isOver}, ${distance} LIMIT 1) best
            WHERE ${isReadable(viewer)} AND ${isMeant})`,
        )
        .$if(after !== undefined, (select) =>
          select.where(
            sql<boolean>`(${isOver}, ${distance}, o.event_id) > (${after?.[0]}::boolean, ${after?.[1]}::float8, ${after?.[2]}::uuid)`,
          ),
        )
        .orderBy(isOver)
        .orderBy(distance)
        .orderBy("o.event_id")
        .limit(count)
        .execute(),
    (row) => [row.is_over, row.distance, row.event_id],
  );
  const events = await findEvents(
    db,
    viewer,
    found.rows.map(({ event_id }) => event_id),
  );
  return { ...found, events };
}

/**
 * SQL: the text of `e` contains all the words. The index finds prefixes of words, and pairs of characters in scripts
 * without spaces; the text itself decides.
 */
function hasWords(query: string): RawBuilder<boolean> {
  return sql<boolean>`(e.lexemes @@ (
      SELECT coalesce(string_agg(quote_literal(part) || ':*', ' & '), '')::tsquery
      FROM search_parts(left(search_fold(${query}), 400)) p, unnest(p.words || p.pairs) AS part)
    AND NOT EXISTS (SELECT FROM string_to_table(btrim(left(search_fold(${query}), 400)), ' ') AS word
      WHERE position(word IN e.searchable) = 0))`;
}
