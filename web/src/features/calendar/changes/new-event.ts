import type { CalendarEvent, EventOccurrence, NewEvent, OpenEvent } from "@atoll/contract/calendar/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { instantIn } from "@atoll/contract/zones";

/** When the clocks of a zone show a time, or a day begins. */
export function instantThere(zone: string, text: string): string {
  const [day = "", time = "00:00"] = text.split("T");
  return instantIn(zone, day, time).toISOString();
}

/** An event that the server does not have yet, at its first occurrence. */
export function newEvent(
  id: string,
  event: Omit<NewEvent, "id">,
  viewer: Person,
): { event: CalendarEvent; occurrence: EventOccurrence } {
  const { title, start, end, zone, allDay = false, rule = null, invite } = event;
  const occurrence = {
    eventId: id,
    occurrence: start,
    start,
    end,
    startsAt: instantThere(zone, start),
    endsAt: instantThere(zone, end),
    isException: false,
    title: null,
    location: null,
    rsvp: "accepted" as const,
  };
  return {
    event: {
      id,
      isBusyOnly: false,
      title,
      location: event.location ?? "",
      link: event.link ?? "",
      kind: event.kind ?? "meeting",
      visibility: event.visibility ?? "normal",
      showsAs: event.showsAs ?? "busy",
      calendarId: event.calendarId ?? null,
      departmentId: event.departmentId ?? null,
      organiser: viewer,
      allDay,
      start,
      end,
      zone,
      rule,
      isSeries: rule !== null,
      attendeeCount: 1 + (invite?.personIds?.length ?? 0),
      rsvp: "accepted",
      mayChange: true,
      taskId: event.taskId ?? null,
      version: 0,
    },
    occurrence,
  };
}

/** The same as its sheet shows it. */
export function newOpenEvent(
  id: string,
  created: Omit<NewEvent, "id">,
  { viewer, createdAt }: { viewer: Person; createdAt: string },
): OpenEvent {
  const { event, occurrence } = newEvent(id, created, viewer);
  const organiser = {
    person: viewer,
    isOrganiser: true,
    rsvp: "accepted" as const,
    note: "",
    respondedAt: null,
    isOfOccurrence: false,
  };
  return {
    ...event,
    description: created.description ?? "",
    guestsSeeGuests: created.guestsSeeGuests ?? true,
    added: [],
    removed: [],
    occurrence,
    occurrenceDescription: null,
    count: null,
    cancelled: [],
    followingCount: null,
    lastEndsAt: event.isSeries ? null : occurrence.endsAt,
    attendees: [organiser],
    counts: { accepted: 1, tentative: 0, declined: 0, pending: event.attendeeCount - 1 },
    reminders: created.reminders ?? [],
    hasDefaultReminders: (created.reminders ?? null) === null,
    proposals: [],
    changedBy: null,
    createdAt,
    updatedAt: createdAt,
  };
}
