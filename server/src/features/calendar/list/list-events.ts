import { longestRangeDays } from "@atoll/contract/calendar/limits";
import { canWriteInCalendar } from "@atoll/contract/calendar/policy";
import { idSchema, instantSchema } from "@atoll/contract/identifiers";
import { dayIn } from "@atoll/contract/zones";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { fetchPage } from "../../../platform/page.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import {
  type EventRow,
  findEvents,
  findEventsAmong,
  type OccurrenceRow,
  selectOccurrences,
} from "../queries.ts";

interface ListQuery {
  from: string;
  until: string;
  zone: string;
  departmentId?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** A cursor in a list ordered by start, with the IDs that break ties. */
export const placeInCalendar = z.tuple([instantSchema, idSchema, z.string()]);

const dayMs = 24 * 3600_000;
/** The largest difference between the starts of a day in two time zones. */
const zonesApartMs = 26 * 3600_000;

/**
 * Returns a page of the events in a range, in the viewer's calendar and those of their departments, ordered by start.
 * All-day events are matched by the days of the range in the viewer's time zone. Specification, section 7 (events).
 * @throws {AppError} `range_too_long`, `department_not_found` for one whose calendar the viewer does not see.
 */
export async function listEvents(
  db: Database,
  viewer: RequestViewer,
  { from, until, zone, departmentId, ...page }: ListQuery,
): Promise<{ rows: OccurrenceRow[]; events: ReadonlyMap<string, EventRow>; nextCursor: string | null }> {
  const range = { from: new Date(from), until: new Date(until) };
  if (range.until.getTime() - range.from.getTime() > longestRangeDays * dayMs)
    throw new AppError("range_too_long");
  if (departmentId !== undefined && !canWriteInCalendar(viewer, departmentId))
    throw new AppError("department_not_found");
  const overlapping = isInRange(range, zone);
  const candidates = eventsOf(viewer, departmentId, range);
  const listed = fetchPage(
    page,
    placeInCalendar,
    (after, count) =>
      selectOccurrences(db, viewer.id)
        .innerJoin("events as e", "e.id", "o.event_id")
        .where(sql<boolean>`o.event_id IN (${candidates})`)
        .where("e.deleted_at", "is", null)
        .where(overlapping)
        .$if(after !== undefined, (select) =>
          select.where(
            sql<boolean>`(o.starts_at, o.event_id, o.occurrence) >
              (${after?.[0]}::timestamptz, ${after?.[1]}::uuid, ${after?.[2]})`,
          ),
        )
        .orderBy("o.starts_at")
        .orderBy("o.event_id")
        .orderBy("o.occurrence")
        .limit(count)
        .execute(),
    (row) => [row.starts_at.toISOString(), row.event_id, row.occurrence],
  );
  // Most lists have a single page, so the events of a first page are prefetched in parallel with its times.
  const [{ rows, nextCursor }, prefetched] = await Promise.all([
    listed,
    page.cursor === undefined
      ? findEventsAmong(db, viewer, sql`SELECT c.event_id FROM (${candidates}) c LIMIT ${page.limit}`)
      : undefined,
  ]);
  const ids = [...new Set(rows.map(({ event_id }) => event_id))];
  const missing = ids.filter((id) => !prefetched?.has(id));
  const others = missing.length > 0 ? await findEvents(db, viewer, missing) : undefined;
  const events = new Map<string, EventRow>();
  for (const id of ids) {
    const event = prefetched?.get(id) ?? others?.get(id);
    if (event) events.set(id, event);
  }
  return { rows: rows.filter(({ event_id }) => events.has(event_id)), events, nextCursor };
}

interface Range {
  from: Date;
  until: Date;
}

/** SQL: as `event_id`, events that may take place in a range: the viewer's own, and those of their departments. */
function eventsOf(
  viewer: RequestViewer,
  departmentId: string | undefined,
  range: Range,
): RawBuilder<unknown> {
  const [from, until] = widened(range);
  const departments = viewer.departments.map(({ id }) => id);
  if (departmentId !== undefined)
    return sql`SELECT d.id AS event_id FROM events d WHERE d.department_id = ${departmentId} AND d.deleted_at IS NULL
      AND d.end_at >= ${from} AND d.start_at < ${until}`;
  return sql`SELECT m.event_id FROM event_attendees m
      WHERE m.user_id = ${viewer.id} AND m.end_at >= ${from} AND m.start_at < ${until}
    UNION ALL SELECT d.id FROM events d WHERE d.department_id = ANY(${departments}::uuid[]) AND d.deleted_at IS NULL
      AND d.end_at >= ${from} AND d.start_at < ${until}`;
}

/** Widens a range, because an all-day event may be within it in the viewer's time zone and outside of it in its own. */
function widened({ from, until }: Range): [Date, Date] {
  return [new Date(from.getTime() - zonesApartMs), new Date(until.getTime() + zonesApartMs)];
}

/** SQL: the occurrence `o` of the event `e` overlaps a range; one without length starts in it. */
function isInRange(range: Range, zone: string): RawBuilder<boolean> {
  const [from, until] = widened(range);
  const [firstDay, lastDay] = [dayIn(zone, range.from), dayIn(zone, new Date(range.until.getTime() - 1))];
  return sql<boolean>`(o.starts_at < ${until} AND o.starts_at >= ${from}::timestamptz - e.longest AND o.ends_at >= ${from} AND CASE WHEN e.all_day
    THEN o.starts <= ${lastDay} AND o.ends > ${firstDay}
    ELSE o.starts_at < ${range.until} AND (o.ends_at > ${range.from} OR o.starts_at >= ${range.from}) END)`;
}
