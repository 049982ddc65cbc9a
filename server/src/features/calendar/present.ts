import { canChangeEvent, type EventViewer } from "@atoll/contract/calendar/policy";
import type { CalendarEvent, EventOccurrence } from "@atoll/contract/calendar/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import type { People } from "../people/public.ts";
import type { EventRow, OccurrenceRow } from "./queries.ts";

/** Returns events as a viewer sees them. */
export async function presentEvents(
  people: People,
  viewer: EventViewer,
  rows: readonly EventRow[],
): Promise<CalendarEvent[]> {
  const known = await people.of(rows.map((row) => row.organiser_id));
  return rows.map((row) => presentEvent(known, viewer, row));
}

/** Returns one event with its people. A private event of others is only a busy time. */
export function presentEvent(
  known: ReadonlyMap<string, Person>,
  viewer: EventViewer,
  row: EventRow,
): CalendarEvent {
  const isBusyOnly = row.is_busy_only;
  const isOrganiser = row.organiser_id === viewer.id;
  return {
    id: row.id,
    isBusyOnly,
    title: row.title,
    location: row.location,
    link: row.link,
    kind: isBusyOnly ? "meeting" : row.kind,
    visibility: row.visibility,
    showsAs: row.shows_as,
    calendarId: isOrganiser ? row.calendar_id : null,
    departmentId: row.department_id,
    organiser: isBusyOnly ? null : (known.get(row.organiser_id) ?? null),
    allDay: row.all_day,
    start: row.starts,
    end: row.ends,
    zone: row.zone,
    rule: row.rule,
    isSeries: row.rule !== null || row.added.length > 0,
    attendeeCount: isBusyOnly ? 0 : row.attendee_count,
    rsvp: row.rsvp,
    mayChange: canChangeEvent(viewer, {
      organiserId: row.organiser_id,
      departmentId: row.department_id,
      visibility: row.visibility,
    }),
    taskId: isOrganiser ? row.task_id : null,
    version: row.version,
  };
}

export function presentOccurrence(row: OccurrenceRow, event: EventRow): EventOccurrence {
  const override = event.is_busy_only ? {} : row.override;
  return {
    eventId: row.event_id,
    occurrence: row.occurrence,
    start: row.starts,
    end: row.ends,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    isException: row.override !== null,
    title: override?.title ?? null,
    location: override?.location ?? null,
    rsvp: row.rsvp ?? event.rsvp,
  };
}
