import { sql } from "kysely";
import type { FoundThing } from "../../platform/search/search-sources.ts";
import type { SliceSearchSource } from "../../slice.ts";
import { isReadable } from "./sight.ts";

/**
 * Makes events searchable for viewers who may read all of them, each at its next occurrence, or else its last. A
 * private event in a department's calendar is found only by its organiser and attendees, because the others only see a
 * busy time.
 */
export const eventSource: SliceSearchSource = {
  kind: "event",
  isReadable: (_context, viewer, { id }) =>
    sql<boolean>`EXISTS (SELECT FROM events e WHERE e.id = ${id} AND ${isReadable(viewer)})`,
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
