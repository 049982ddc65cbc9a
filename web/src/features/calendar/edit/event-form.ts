import { eventKinds, type Reminder } from "@atoll/contract/calendar/limits";
import {
  eventDescriptionSchema,
  eventLinkSchema,
  eventLocationSchema,
  eventTitleSchema,
  type NewEvent,
  type OpenEvent,
  remindersSchema,
} from "@atoll/contract/calendar/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { z } from "zod";
import { addDays, clock, ownTimeZone } from "../../../lib/time/wall-time.ts";
import { readWall, shiftWall, type WallSpan } from "../time/wall.ts";

export interface EventFields {
  title: string;
  isAllDay: boolean;
  startDay: string;
  startTime: string;
  /** For all-day events, the last day that belongs to the event. */
  endDay: string;
  endTime: string;
  zone: string;
  /** Empty: it comes once. */
  rule: string;
  location: string;
  link: string;
  description: string;
  kind: (typeof eventKinds)[number];
  /** "" is the calendar that everybody has, else `calendar/{id}` or `department/{id}`. */
  place: string;
  isPrivate: boolean;
  isBusy: boolean;
  guestsSeeGuests: boolean;
  people: Person[];
  departmentIds: string[];
  channelIds: string[];
  /** The viewer's own; null: as they chose for all. */
  reminders: Reminder[] | null;
}

export function newFields(span: WallSpan, isAllDay: boolean, place: string): EventFields {
  const end = isAllDay ? shiftWall(span.to, -1) : shiftWall(span.to, 0);
  return {
    title: "",
    isAllDay,
    startDay: span.from.day,
    startTime: isAllDay ? "09:00" : clock(span.from.minute),
    endDay: end.day,
    endTime: isAllDay ? "10:00" : clock(end.minute),
    zone: ownTimeZone(),
    rule: "",
    location: "",
    link: "",
    description: "",
    kind: "meeting",
    place,
    isPrivate: false,
    isBusy: true,
    guestsSeeGuests: true,
    people: [],
    departmentIds: [],
    channelIds: [],
    reminders: null,
  };
}

/** The fields of an event as it is at the time that was opened. */
export function fieldsOf(event: OpenEvent): EventFields {
  const { occurrence, allDay } = event;
  const [start, end] = [readWall(occurrence.start), readWall(occurrence.end)];
  return {
    title: occurrence.title ?? event.title,
    isAllDay: allDay,
    startDay: start.day,
    startTime: allDay ? "09:00" : clock(start.minute),
    endDay: allDay ? addDays(end.day, -1) : end.day,
    endTime: allDay ? "10:00" : clock(end.minute),
    zone: event.zone,
    rule: event.rule ?? "",
    location: occurrence.location ?? event.location,
    link: event.link,
    description: event.occurrenceDescription ?? event.description,
    kind: event.kind,
    place: event.departmentId
      ? `department/${event.departmentId}`
      : event.calendarId
        ? `calendar/${event.calendarId}`
        : "",
    isPrivate: event.visibility === "private",
    isBusy: event.showsAs === "busy",
    guestsSeeGuests: event.guestsSeeGuests,
    people: event.attendees.filter(({ isOrganiser }) => !isOrganiser).map(({ person }) => person),
    departmentIds: [],
    channelIds: [],
    reminders: event.hasDefaultReminders ? null : event.reminders,
  };
}

/** The same, ending so many minutes after it begins. */
export function lasting(fields: EventFields, minutes: number): EventFields {
  const end = shiftWall(readWall(`${fields.startDay}T${fields.startTime}`), minutes);
  return { ...fields, endDay: end.day, endTime: clock(end.minute) };
}

const daySchema = z.iso.date("Choose a day");
const timeSchema = z.iso.time("Choose a time");

export const eventFormSchema = z
  .object({
    title: eventTitleSchema,
    isAllDay: z.boolean(),
    startDay: daySchema,
    startTime: timeSchema,
    endDay: daySchema,
    endTime: timeSchema,
    zone: z.string(),
    rule: z.string(),
    location: eventLocationSchema,
    link: eventLinkSchema,
    description: eventDescriptionSchema,
    kind: z.enum(eventKinds),
    place: z.string(),
    isPrivate: z.boolean(),
    isBusy: z.boolean(),
    guestsSeeGuests: z.boolean(),
    people: z.array(z.custom<Person>()),
    departmentIds: z.array(z.string()),
    channelIds: z.array(z.string()),
    reminders: remindersSchema.nullable(),
  })
  .superRefine((fields, check) => {
    const [start, end] = bounds(fields);
    if (fields.isAllDay ? end < start : end <= start)
      check.addIssue({
        code: "custom",
        message: "The end is before the start",
        path: [fields.isAllDay || fields.endDay < fields.startDay ? "endDay" : "endTime"],
      });
  });

function bounds({ isAllDay, startDay, startTime, endDay, endTime }: EventFields): [string, string] {
  return isAllDay ? [startDay, endDay] : [`${startDay}T${startTime}`, `${endDay}T${endTime}`];
}

/** As it is sent. */
export function sentOf(fields: EventFields): Omit<NewEvent, "id" | "invite" | "reminders"> {
  const { isAllDay, place } = fields;
  const [start, end] = bounds(fields);
  const [kind, id = null] = place.split("/");
  return {
    title: fields.title,
    description: fields.description,
    location: fields.location,
    link: fields.link,
    kind: fields.kind,
    visibility: fields.isPrivate ? "private" : "normal",
    showsAs: fields.isBusy ? "busy" : "free",
    guestsSeeGuests: fields.guestsSeeGuests,
    calendarId: kind === "calendar" ? id : null,
    departmentId: kind === "department" ? id : null,
    allDay: isAllDay,
    start,
    end: isAllDay ? addDays(end, 1) : end,
    zone: fields.zone,
    rule: fields.rule === "" ? null : fields.rule,
  };
}

/** The differences between the two, which are all that is sent. */
export function changedIn(before: EventFields, after: EventFields) {
  const [old, next] = [sentOf(before), sentOf(after)];
  const isSame = (name: keyof typeof next) => old[name] === next[name];
  const { start, end, zone, allDay, ...others } = next;
  const names = Object.keys(others) as (keyof typeof others)[];
  const set: Record<string, unknown> = {};
  for (const name of names) if (!isSame(name)) set[name] = next[name];
  const isMoved = !(isSame("start") && isSame("end") && isSame("zone") && isSame("allDay"));
  if (isMoved) set.times = { start, end, zone, allDay: allDay === true };
  return set;
}

const ofOne = new Set(["title", "description", "location", "link", "times"]);

/** The fields that only a whole series has, not a single occurrence. */
export function isForWhole(set: Record<string, unknown>): boolean {
  return Object.keys(set).some((name) => !ofOne.has(name));
}
