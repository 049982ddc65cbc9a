import {
  eventDescriptionMaxLength,
  eventLinkMaxLength,
  eventLocationMaxLength,
  eventTitleMaxLength,
} from "@atoll/contract/calendar/limits";
import ICAL from "ical.js";
import { dayMs, writeWall } from "../time/wall.ts";
import { readAlarms } from "./read-alarms.ts";
import { type FileTime, timesOf } from "./read-times.ts";
import { moveWall, type ZoneNames } from "./zone-names.ts";

/** One event of a file on its own: a series, or one occurrence. Its times are those of `Series` in series.ts. */
export interface ReadEvent {
  uid: string;
  /** The occurrence of its series that it changes. Null for the series itself. */
  recurrenceId: FileTime | null;
  isCancelled: boolean;
  title: string;
  description: string;
  location: string;
  link: string;
  allDay: boolean;
  start: string;
  end: string;
  zone: string;
  rules: string[];
  added: FileTime[];
  removed: FileTime[];
  isFree: boolean;
  isPrivate: boolean;
  reminders: number[] | null;
}

/** The time zone of times that name none. */
export interface ReadingPlace {
  names: ZoneNames;
  home: string;
}

/**
 * Reads one event.
 * @returns null if it has no start.
 * @throws {UnknownZone}, or an error of the parser.
 */
export function readEvent(lines: readonly string[], { names, home }: ReadingPlace): ReadEvent | null {
  // Rules are parsed by our own code; the library would reject the whole event for an unknown word in one.
  const isRule = (line: string) => /^RRULE[;:]/i.test(line);
  const event = new ICAL.Component(ICAL.parse(lines.filter((line) => !isRule(line)).join("\r\n")));
  const rules = lines.filter(isRule).map((line) => line.slice(line.indexOf(":") + 1));
  const start = firstTime(event, "dtstart", names);
  if (!start) return null;
  const times = readTimes(event, start, { names, home }, rules.length > 0);
  const title = textOf(event, "summary", eventTitleMaxLength);
  return {
    uid: textOf(event, "uid", 500) || `${title} ${times.start}`,
    recurrenceId: firstTime(event, "recurrence-id", names) ?? null,
    isCancelled: textOf(event, "status", 20).toUpperCase() === "CANCELLED",
    title: title || "Untitled",
    description: textOf(event, "description", eventDescriptionMaxLength),
    location: textOf(event, "location", eventLocationMaxLength),
    link: linkOf(textOf(event, "url", eventLinkMaxLength + 1)),
    ...times,
    rules,
    added: allTimes(event, "rdate", names),
    removed: allTimes(event, "exdate", names),
    isFree: textOf(event, "transp", 20).toUpperCase() === "TRANSPARENT",
    isPrivate: ["PRIVATE", "CONFIDENTIAL"].includes(textOf(event, "class", 20).toUpperCase()),
    reminders: readAlarms(event),
  };
}

type Component = InstanceType<typeof ICAL.Component>;

function readTimes(event: Component, start: FileTime, { names, home }: ReadingPlace, repeats: boolean) {
  const end = firstTime(event, "dtend", names);
  const length: unknown = event.getFirstPropertyValue("duration");
  const lengthMs = length instanceof ICAL.Duration ? length.toSeconds() * 1000 : undefined;
  const saysAllDay = textOf(event, "x-microsoft-cdo-alldayevent", 10).toUpperCase() === "TRUE";
  const allDay = start.isDay || (saysAllDay && start.ms % dayMs === 0);
  if (allDay) {
    const startMs = start.ms - (start.ms % dayMs);
    const endMs = end ? end.ms - (end.ms % dayMs) : startMs + (lengthMs ?? dayMs);
    // Some programs end an all-day event on its own first day.
    const untilMs = Math.max(endMs, endMs === startMs ? startMs + dayMs : endMs);
    return { allDay, start: writeWall(startMs, true), end: writeWall(untilMs, true), zone: home };
  }
  // An instant in UTC that does not recur takes place in the person's own time zone.
  const zone = start.zone === "UTC" && !repeats ? home : (start.zone ?? home);
  const startMs = moveWall(start.ms, start.zone ?? home, zone);
  const endMs = end
    ? end.isDay
      ? end.ms
      : moveWall(end.ms, end.zone ?? start.zone ?? home, zone)
    : startMs + (lengthMs ?? 0);
  return { allDay, start: writeWall(startMs, false), end: writeWall(endMs, false), zone };
}

function firstTime(event: Component, name: string, names: ZoneNames): FileTime | undefined {
  const property = event.getFirstProperty(name);
  return property ? timesOf(property, names)[0] : undefined;
}

function allTimes(event: Component, name: string, names: ZoneNames): FileTime[] {
  return event.getAllProperties(name).flatMap((property) => timesOf(property, names));
}

function textOf(event: Component, name: string, most: number): string {
  const value: unknown = event.getFirstPropertyValue(name);
  if (value === null || value === undefined) return "";
  const text = String(value).toWellFormed().trim();
  return text.length <= most ? text : [...text.slice(0, most * 2)].slice(0, most).join("");
}

function linkOf(text: string): string {
  return /^https?:\/\/\S+$/i.test(text) && text.length <= eventLinkMaxLength && URL.canParse(text)
    ? text
    : "";
}
