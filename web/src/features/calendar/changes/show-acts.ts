import type { CalendarEvent, EventOccurrence, OpenEvent } from "@atoll/contract/calendar/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import type { Unsettled } from "../../../capabilities/changes/change-queue.ts";
import type { CalendarRange } from "../data/use-calendar.ts";
import type { CalendarAct, Meant } from "./calendar-act.ts";
import { instantThere, newEvent } from "./new-event.ts";

type Change = Extract<CalendarAct, { act: "change" }>["change"];
type Set = NonNullable<Change["set"]>;

/** Days that are shown: the first instant, and the first one after them. */
export interface ShownDays {
  from: string;
  until: string;
}

/** Returns days of the calendar with the viewer's own changes that have not arrived, in their order. */
export function showUnsettled(
  range: CalendarRange,
  unsettled: readonly Unsettled<CalendarAct>[],
  shown: ShownDays,
  viewer: Person,
): CalendarRange {
  return unsettled.reduce(
    (before, { id, body }) =>
      withAct(before, { id, eventId: body.about[0] ?? "", act: body.change }, shown, viewer),
    range,
  );
}

function withAct(
  range: CalendarRange,
  { id, eventId, act }: { id: string; eventId: string; act: CalendarAct },
  { from, until }: ShownDays,
  viewer: Person,
): CalendarRange {
  if (act.act === "create") {
    const { event, occurrence } = newEvent(id, act.event, viewer);
    const isShown = occurrence.startsAt < until && occurrence.endsAt > from;
    if (!isShown || range.events[id]) return range;
    return {
      occurrences: [...range.occurrences, occurrence],
      events: { ...range.events, [id]: event },
    };
  }
  const event = range.events[eventId];
  if (!event) return range;
  const withOwn = (change: (one: EventOccurrence) => EventOccurrence | undefined) =>
    range.occurrences.flatMap((one) => (one.eventId === eventId ? (change(one) ?? []) : [one]));
  switch (act.act) {
    case "delete":
      return { ...range, occurrences: withOwn((one) => (isMeant(one, act.meant) ? undefined : one)) };
    case "answer": {
      const { rsvp, occurrence } = act.answer;
      const isAnswered = (one: EventOccurrence) =>
        occurrence ? one.occurrence === occurrence : one.rsvp === null || one.rsvp === event.rsvp;
      return {
        occurrences: withOwn((one) => (isAnswered(one) ? { ...one, rsvp } : one)),
        events: occurrence ? range.events : { ...range.events, [eventId]: { ...event, rsvp } },
      };
    }
    case "change":
      return {
        occurrences: withOwn((one) => changedOccurrence(one, event, act.change)),
        events:
          act.change.scope === "all"
            ? { ...range.events, [eventId]: changedEvent(event, act.change.set ?? {}) }
            : range.events,
      };
    default:
      return range;
  }
}

/** Returns an open event with one of the viewer's own changes. */
export function withActOnEvent(event: OpenEvent, act: CalendarAct, viewerId: string): OpenEvent {
  switch (act.act) {
    case "change": {
      const { scope, set = {} } = act.change;
      const occurrence = changedOccurrence(event.occurrence, event, act.change);
      const { description } = set;
      if (scope !== "all")
        return {
          ...event,
          occurrence,
          ...(description !== undefined && { occurrenceDescription: description }),
        };
      return { ...changedEvent(event, set), ...(description !== undefined && { description }), occurrence };
    }
    case "answer": {
      const { rsvp, note = "", occurrence } = act.answer;
      return {
        ...event,
        ...(!occurrence && { rsvp }),
        occurrence: { ...event.occurrence, rsvp },
        attendees: event.attendees.map((one) =>
          one.person.id === viewerId ? { ...one, rsvp, note, isOfOccurrence: Boolean(occurrence) } : one,
        ),
      };
    }
    case "remind":
      return act.reminders === null
        ? { ...event, hasDefaultReminders: true }
        : { ...event, reminders: act.reminders, hasDefaultReminders: false };
    default:
      return event;
  }
}

function isMeant({ occurrence }: EventOccurrence, meant: Pick<Meant, "scope" | "occurrence">): boolean {
  if (meant.scope === "all" || meant.occurrence === null) return true;
  return meant.scope === "this" ? occurrence === meant.occurrence : occurrence >= meant.occurrence;
}

/** Other occurrences of a series move with this one when the server says so. */
function changedOccurrence(one: EventOccurrence, event: CalendarEvent, change: Change): EventOccurrence {
  if (!isMeant(one, change)) return one;
  const { times, title, location } = change.set ?? {};
  const isNamed = change.occurrence === null || one.occurrence === change.occurrence;
  const texts = change.scope === "all" ? {} : { ...(title && { title }), ...(location && { location }) };
  if (!times || !(isNamed || !event.isSeries)) return { ...one, ...texts };
  const { start, end, zone } = times;
  const [startsAt, endsAt] = [instantThere(zone, start), instantThere(zone, end)];
  return { ...one, ...texts, start, end, startsAt, endsAt };
}

function changedEvent<Event extends CalendarEvent>(event: Event, set: Set): Event {
  const { times, title, location, link, kind, visibility, showsAs, calendarId, departmentId, taskId } = set;
  const { rule } = set;
  const texts = { title, location, link, kind, visibility, showsAs, calendarId, departmentId, taskId, rule };
  const said = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
  return { ...event, ...said, ...(times && { allDay: times.allDay, zone: times.zone }) };
}
