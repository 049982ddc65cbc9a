import { sql } from "kysely";
import type { Database } from "../../../tables.ts";

/**
 * Merges the differences of an event's only occurrence into the event, such as after a series was split behind its
 * first one. Otherwise later changes of the event would never show. The occurrence's name changes with its start.
 * @returns whether there were any.
 */
export async function foldSingles(tx: Database, eventIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    WITH single AS (
      DELETE FROM event_exceptions x USING events e
      WHERE e.id = x.event_id AND e.id = ANY(${[...eventIds]}::uuid[]) AND e.rule IS NULL AND e.added = '{}'
        AND x.occurrence = e.starts AND x.kind = 'modify'
      RETURNING x.event_id, x.occurrence, x.override
    ), answers AS (
      DELETE FROM event_answers y USING single s WHERE y.event_id = s.event_id AND y.occurrence = s.occurrence
      RETURNING y.*
    ), attendees AS (
      UPDATE event_attendees a SET rsvp = y.rsvp, note = y.note, response_at = y.response_at
      FROM answers y WHERE a.event_id = y.event_id AND a.user_id = y.user_id
    ), proposals AS (
      UPDATE event_proposals p SET occurrence = NULL FROM single s
      WHERE p.event_id = s.event_id AND p.occurrence = s.occurrence AND NOT EXISTS (
        SELECT FROM event_proposals q WHERE q.event_id = p.event_id AND q.user_id = p.user_id AND q.occurrence IS NULL)
    )
    UPDATE events e SET
      starts = coalesce(s.override->>'start', e.starts), ends = coalesce(s.override->>'end', e.ends),
      title = coalesce(s.override->>'title', e.title), location = coalesce(s.override->>'location', e.location),
      description = coalesce(s.override->>'description', e.description), link = coalesce(s.override->>'link', e.link)
    FROM single s WHERE e.id = s.event_id
    RETURNING e.id`.execute(tx);
  return rows.length > 0;
}
