import { sql } from "kysely";
import { ownedBy, placedIn, type ReadableRows, readableById } from "../../platform/kinds/factories.ts";
import type { FoundThing } from "../../platform/search/search-sources.ts";
import type { RequestViewer, SliceOwnedKind, SlicePlacedKind, SliceSearchSource } from "../../slice.ts";
import { broadcastChange } from "./broadcast-change.ts";
import { roomsOf } from "./rooms.ts";
import { isReadable } from "./sight.ts";

const eventRows: ReadableRows<RequestViewer> = { table: "events", alias: "e", isReadable };

/** SQL: the event `e` is not over, and others take part in it or see it. */
const concernsOthers = sql<boolean>`(e.deleted_at IS NULL AND e.end_at > now() AND (e.department_id IS NOT NULL
  OR EXISTS (SELECT FROM event_attendees a WHERE a.event_id = e.id AND a.user_id <> e.organiser_id LIMIT 1)))`;

/**
 * Hands over the future events of somebody who leaves, if others take part in them: without an organiser, nobody could
 * change them. Private focus times and reminders are not handed over. The heir gets the events that they could already
 * read; the others go to another attendee, preferably one who has accepted. If only guests are left, the heir gets it:
 * somebody must answer to them.
 */
export const ownedEvents: SliceOwnedKind = ownedBy({
  kind: "events to come",
  rows: sql`events e`,
  owner: "organiser_id",
  where: concernsOthers,
  async handOver(tx, fromUserId, toUserId) {
    const { rows } = await sql<{ id: string }>`WITH heir AS MATERIALIZED (
        SELECT e.id, CASE
          WHEN EXISTS (SELECT FROM event_attendees a WHERE a.event_id = e.id AND a.user_id = ${toUserId}::uuid LIMIT 1)
            OR (e.visibility = 'normal' AND EXISTS (SELECT FROM user_departments d
              WHERE d.user_id = ${toUserId}::uuid AND d.department_id = e.department_id LIMIT 1)) THEN ${toUserId}::uuid
          ELSE coalesce((SELECT a.user_id FROM event_attendees a JOIN accounts p ON p.id = a.user_id
              AND p.disabled_at IS NULL AND p.guest_until IS NULL
            WHERE a.event_id = e.id AND a.user_id <> ${fromUserId}::uuid
            ORDER BY a.rsvp <> 'accepted', a.rsvp = 'declined', a.user_id LIMIT 1),
            CASE WHEN EXISTS (SELECT FROM guest_access g WHERE g.subject_id = e.id AND g.subject_kind = 'event' LIMIT 1)
              THEN ${toUserId}::uuid END) END AS user_id
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
});

/**
 * Moves the events in the calendar of a department to another; its members who were invited stay invited as members of
 * it.
 */
export const placedEvents: SlicePlacedKind = placedIn({
  kind: "events",
  rows: sql`events`,
  isIn: (departmentId) => sql<boolean>`department_id = ${departmentId} AND deleted_at IS NULL`,
  async move(tx, fromId, intoId) {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM events WHERE department_id = ${fromId} ORDER BY id FOR UPDATE`.execute(tx);
    const eventIds = rows.map(({ id }) => id);
    const before = await roomsOf(tx, eventIds);
    await sql`UPDATE events SET department_id = ${intoId}, version = version + 1
      WHERE department_id = ${fromId}`.execute(tx);
    await sql`UPDATE event_attendees SET via_id = ${intoId}
      WHERE via_kind = 'department' AND via_id = ${fromId}`.execute(tx);
    return (context) => broadcastChange(context, { eventIds, before });
  },
});

/**
 * Makes events searchable for viewers who may read all of them, each at its next occurrence, or else its last. A
 * private event in a department's calendar is found only by its organiser and attendees, because the others only see a
 * busy time.
 */
export const eventSource: SliceSearchSource = {
  kind: "event",
  isReadable: (_context, viewer, { id }) => readableById(eventRows)(viewer, id),
  async present(_context, tx, viewer, ids) {
    const { rows } = await sql<Row>`
      SELECT e.id, e.title, e.description, e.location, e.organiser_id, e.department_id, e.all_day,
        o.starts_at, o.ends_at, left(o.starts, 10) AS starts_on, to_char(left(o.ends, 10)::date - 1, 'YYYY-MM-DD') AS ends_on
      FROM events e, LATERAL (
        SELECT * FROM event_occurrences n WHERE n.event_id = e.id
        ORDER BY n.ends_at <= now(), abs(extract(epoch FROM n.starts_at - now())) LIMIT 1
      ) o
      WHERE e.id = ANY(${ids}::uuid[]) AND ${isReadable(viewer)}`.execute(tx);
    return new Map(
      rows.map((row): [string, FoundThing] => [
        row.id,
        {
          title: row.title,
          text: [row.location, row.description].filter((text) => text !== "").join("\n"),
          at: row.starts_at.toISOString(),
          personId: row.organiser_id,
          departmentIds: row.department_id === null ? [] : [row.department_id],
          link: `/calendar?event=${row.id}`,
          detail: {
            kind: "event",
            startsAt: row.starts_at.toISOString(),
            endsAt: row.ends_at.toISOString(),
            isAllDay: row.all_day,
            startsOn: row.all_day ? row.starts_on : null,
            endsOn: row.all_day ? row.ends_on : null,
            location: row.location,
          },
        },
      ]),
    );
  },
};

interface Row {
  id: string;
  title: string;
  description: string;
  location: string;
  organiser_id: string;
  department_id: string | null;
  all_day: boolean;
  starts_at: Date;
  ends_at: Date;
  starts_on: string;
  ends_on: string;
}
