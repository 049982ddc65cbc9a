import type { CalendarEvent, EventOccurrence, OwnCalendar } from "@atoll/contract/calendar/schemas";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import type { GridItem, ItemLook } from "../layout/item.ts";
import { instantOfWall, readWall, type WallSpan, wallAt, writeWall } from "../time/wall.ts";

/** An event at one of its times, whole. */
export interface Listed {
  event: CalendarEvent;
  occurrence: EventOccurrence;
}

/** The own calendars and the departments that give events their colours. */
export interface Hues {
  calendars: readonly OwnCalendar[];
  departments: readonly { id: string; slug: string }[];
}

/** An event that does not repeat keeps its key wherever it is moved. Each occurrence of a series has its own. */
export function keyOf({ event, occurrence }: Listed): string {
  return event.isSeries ? `${event.id}@${occurrence.occurrence}` : event.id;
}

/** Pure but for the person's zone: what the grid draws of an event. */
export function toItem({ event, occurrence }: Listed, hues: Hues): GridItem {
  return {
    key: keyOf({ event, occurrence }),
    title: event.isBusyOnly ? "Busy" : (occurrence.title ?? event.title),
    isAllDay: event.allDay,
    span: spanOf(event.allDay, occurrence),
    look: lookOf(event, occurrence),
    hue: hueOf(event, hues),
    location: occurrence.location ?? event.location,
    mayMove: event.mayChange || (event.rsvp !== null && !event.isBusyOnly),
    isRepeating: event.isSeries,
    isTask: event.kind === "task",
    isDue: false,
  };
}

/** Whole days are the same everywhere; everything else is where the person's wall shows it. */
export function spanOf(
  isAllDay: boolean,
  { start, end, startsAt, endsAt }: Pick<EventOccurrence, "start" | "end" | "startsAt" | "endsAt">,
): WallSpan {
  if (isAllDay) return { from: readWall(start), to: readWall(end) };
  return { from: wallAt(startsAt), to: wallAt(endsAt) };
}

/** As it is sent: a span on the person's wall is planned in the event's own zone. */
export function timesOf(span: WallSpan, isAllDay: boolean, zone: string) {
  if (isAllDay) return { allDay: true, start: span.from.day, end: span.to.day, zone };
  const own = ownTimeZone();
  const [start, end] = zone === own ? [span.from, span.to] : [inZone(span.from, zone), inZone(span.to, zone)];
  return { allDay: false, start: writeWall(start), end: writeWall(end), zone };
}

function inZone(wall: WallSpan["from"], zone: string) {
  return wallAt(instantOfWall(wall), zone);
}

function lookOf({ isBusyOnly, rsvp }: CalendarEvent, occurrence: EventOccurrence): ItemLook {
  if (isBusyOnly) return "busy";
  const answer = occurrence.rsvp ?? rsvp;
  if (answer === "declined") return "declined";
  return answer === "tentative" || answer === "pending" ? "tentative" : "plain";
}

function hueOf(
  { calendarId, departmentId }: Pick<CalendarEvent, "calendarId" | "departmentId">,
  { calendars, departments }: Hues,
): string {
  if (departmentId !== null) return departments.find(({ id }) => id === departmentId)?.slug ?? "none";
  return `own-${calendars.find(({ id }) => id === calendarId)?.colour ?? "lagoon"}`;
}
