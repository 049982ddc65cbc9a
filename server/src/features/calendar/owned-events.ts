import { sql } from "kysely";
import type { SliceOwnedKind } from "../../slice.ts";
import { broadcastChange } from "./broadcast-change.ts";

/** SQL: the event `e` is not over, and others take part in it or see it. */
const concernsOthers = sql<boolean>`(e.deleted_at IS NULL AND e.end_at > now() AND (e.department_id IS NOT NULL
  OR EXISTS (SELECT FROM event_attendees a WHERE a.event_id = e.id AND a.user_id <> e.organiser_id LIMIT 1)))`;

/**
 * Hands over the future events of somebody who leaves, if others take part in them: without an organiser, nobody could
 * change them. Private focus times and reminders are not handed over. The heir gets the events that they could already
 * read; the others go to another attendee, preferably one who has accepted.
 */
export const ownedEvents: SliceOwnedKind = {
  kind: "events to come",
  async count(tx, userId) {
    const { count } = await tx
      .selectFrom("events as e")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("e.organiser_id", "=", userId)
      .where(concernsOthers)
      .executeTakeFirstOrThrow();
    return count;
  },
  async handOver(tx, fromUserId, toUserId) {
    const { rows } = await sql<{ id: string }>`WITH heir AS MATERIALIZED (
        SELECT e.id, CASE
          WHEN EXISTS (SELECT FROM event_attendees a WHERE a.event_id = e.id AND a.user_id = ${toUserId}::uuid LIMIT 1)
            OR (e.visibility = 'normal' AND EXISTS (SELECT FROM user_departments d
              WHERE d.user_id = ${toUserId}::uuid AND d.department_id = e.department_id LIMIT 1)) THEN ${toUserId}::uuid
          ELSE (SELECT a.user_id FROM event_attendees a JOIN accounts p ON p.id = a.user_id AND p.disabled_at IS NULL
            WHERE a.event_id = e.id AND a.user_id <> ${fromUserId}::uuid
            ORDER BY a.rsvp <> 'accepted', a.rsvp = 'declined', a.user_id LIMIT 1) END AS user_id
        FROM events e WHERE e.organiser_id = ${fromUserId}::uuid AND ${concernsOthers}
      ), invited AS (
        INSERT INTO event_attendees (event_id, user_id, rsvp, added_by)
        SELECT id, user_id, 'accepted', user_id FROM heir WHERE user_id IS NOT NULL
        ON CONFLICT (event_id, user_id) DO UPDATE SET rsvp = 'accepted'
      )
      UPDATE events e SET organiser_id = heir.user_id, calendar_id = NULL, ics_uid = NULL, version = e.version + 1
      FROM heir WHERE heir.id = e.id AND heir.user_id IS NOT NULL RETURNING e.id`.execute(tx);
    return rows.map(({ id }) => id);
  },
  broadcast: (context, eventIds) => broadcastChange(context, { eventIds, before: [] }),
};
