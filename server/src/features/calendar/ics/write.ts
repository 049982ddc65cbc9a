import ICAL from "ical.js";
import { parseRule } from "../time/parse-rule.ts";
import type { Series } from "../time/series.ts";
import { instantOf, transitionsOf, wallAt } from "../time/temporal.ts";
import { readWall } from "../time/wall.ts";
import { writeRule } from "../time/write-rule.ts";

/** One entry of a file: a series, one changed occurrence of it, or a single event. */
export interface IcsEntry {
  uid: string;
  /** Increases with every change. */
  sequence: number;
  changedAt: Date;
  title: string;
  description: string;
  location: string;
  link: string;
  isFree: boolean;
  isPrivate: boolean;
  /** Minutes before its start at which the reader is reminded, each once. */
  alarms: readonly number[];
  when: { series: Series } | { series: Series; occurrence: string } | { startsAt: Date; endsAt: Date };
}

type Component = InstanceType<typeof ICAL.Component>;

/** Years for which the rules of a time zone are written, from the first one needed. */
const zoneYears = 12;

/** Returns a calendar in the format of RFC 5545, with the rules of every time zone that it names. */
export function writeIcs(name: string, entries: readonly IcsEntry[]): string {
  const calendar = new ICAL.Component("vcalendar");
  set(calendar, "version", "2.0");
  set(calendar, "prodid", "-//Atoll//Calendar//EN");
  set(calendar, "calscale", "GREGORIAN");
  if (name) set(calendar, "x-wr-calname", name);
  const zones = new Map<string, number>();
  for (const { when } of entries) {
    if (!("series" in when) || when.series.allDay || when.series.zone === "UTC") continue;
    const year = Number(when.series.start.slice(0, 4));
    zones.set(when.series.zone, Math.min(year, zones.get(when.series.zone) ?? year));
  }
  for (const [zone, year] of zones) calendar.addSubcomponent(zoneOf(zone, year));
  for (const entry of entries) calendar.addSubcomponent(eventOf(entry));
  return `${calendar.toString()}\r\n`;
}

/** Returns the first lines of a calendar without time zones, for a response that is streamed. */
export function icsBeginning(name: string): string {
  const text = writeIcs(name, []);
  return text.slice(0, text.lastIndexOf("END:"));
}
export const icsEnd = "END:VCALENDAR\r\n";

export function entryText(entry: IcsEntry): string {
  return `${eventOf(entry).toString()}\r\n`;
}

function eventOf(entry: IcsEntry): Component {
  const event = new ICAL.Component("vevent");
  set(event, "uid", entry.uid);
  add(event, "dtstamp", "date-time", instantText(entry.changedAt));
  add(event, "sequence", "integer", entry.sequence);
  set(event, "summary", entry.title);
  if (entry.description) set(event, "description", entry.description);
  if (entry.location) set(event, "location", entry.location);
  if (entry.link) add(event, "url", "uri", entry.link);
  if (entry.isFree) set(event, "transp", "TRANSPARENT");
  if (entry.isPrivate) set(event, "class", "PRIVATE");
  addTimes(event, entry.when);
  for (const minutes of entry.alarms) event.addSubcomponent(alarmOf(entry.title, minutes));
  return event;
}

function alarmOf(title: string, minutes: number): Component {
  const alarm = new ICAL.Component("valarm");
  set(alarm, "action", "DISPLAY");
  set(alarm, "description", title);
  alarm.addPropertyWithValue("trigger", ICAL.Duration.fromSeconds(-60 * minutes));
  return alarm;
}

function addTimes(event: Component, when: IcsEntry["when"]): void {
  if (!("series" in when)) {
    add(event, "dtstart", "date-time", instantText(when.startsAt));
    add(event, "dtend", "date-time", instantText(when.endsAt));
    return;
  }
  const { series } = when;
  addWall(event, "dtstart", series, [series.start]);
  addWall(event, "dtend", series, [series.end]);
  if ("occurrence" in when) {
    addWall(event, "recurrence-id", series, [when.occurrence]);
    return;
  }
  if (series.rule !== null) {
    const rule = ruleText(series);
    const property = new ICAL.Property("rrule", event);
    property.setValue(ICAL.Recur.fromString(rule));
    event.addProperty(property);
  }
  if (series.added.length) addWall(event, "rdate", series, series.added);
  if (series.removed.length) addWall(event, "exdate", series, series.removed);
}

/**
 * Returns a rule as text. Other programs expect the end of a rule as an instant, and that of an all-day series as a
 * day.
 */
function ruleText(series: Series): string {
  const startMs = readWall(series.start, series.allDay) ?? 0;
  const rule = parseRule(series.rule ?? "", startMs);
  if (typeof rule === "string") throw new RangeError(`A rule that was never checked: ${rule}`);
  const { until } = rule;
  if (!until) return writeRule(rule);
  if (series.allDay) {
    // Some programs state the end of an all-day series as an instant. Its day is the one in the series' own zone.
    const ms = until.as === "instant" ? wallAt(until.ms, series.zone) : until.ms;
    return writeRule({ ...rule, until: { as: "day", ms } });
  }
  if (until.as === "instant") return writeRule(rule);
  const last = until.as === "day" ? until.ms + 86_400_000 - 1000 : until.ms;
  return writeRule({ ...rule, until: { as: "instant", ms: instantOf(last, series.zone) } });
}

function addWall(event: Component, name: string, series: Series, walls: readonly string[]): void {
  const isUtc = !series.allDay && series.zone === "UTC";
  for (const wall of walls) {
    const property = new ICAL.Property(name, event);
    property.resetType(series.allDay ? "date" : "date-time");
    const text = `${wall.length === 16 ? `${wall}:00` : wall}${isUtc ? "Z" : ""}`;
    property.setValue(series.allDay ? ICAL.Time.fromDateString(wall) : ICAL.Time.fromDateTimeString(text));
    if (!series.allDay && !isUtc) property.setParameter("tzid", series.zone);
    event.addProperty(property);
  }
}

/** Returns the rules of a time zone, with each change of its clocks. */
function zoneOf(zone: string, year: number): Component {
  const component = new ICAL.Component("vtimezone");
  set(component, "tzid", zone);
  for (const { at, before, after } of transitionsOf(zone, year - 1, year + zoneYears)) {
    const part = new ICAL.Component(after > before ? "daylight" : "standard");
    const wall = new Date(at + before).toISOString().slice(0, 19);
    part.addPropertyWithValue("dtstart", ICAL.Time.fromDateTimeString(wall));
    part.addPropertyWithValue("tzoffsetfrom", ICAL.UtcOffset.fromSeconds(before / 1000));
    part.addPropertyWithValue("tzoffsetto", ICAL.UtcOffset.fromSeconds(after / 1000));
    component.addSubcomponent(part);
  }
  return component;
}

function instantText(at: Date): InstanceType<typeof ICAL.Time> {
  return ICAL.Time.fromDateTimeString(`${at.toISOString().slice(0, 19)}Z`);
}

function set(component: Component, name: string, text: string): void {
  // A control character could end the line early.
  component.addPropertyWithValue(name, withoutControls(text));
}

function add(component: Component, name: string, type: string, value: unknown): void {
  const property = new ICAL.Property(name, component);
  property.resetType(type);
  property.setValue(typeof value === "string" ? value.replace(/\p{Cc}/gu, "") : value);
  component.addProperty(property);
}

function withoutControls(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/\p{Cc}/gu, (mark) => (mark === "\n" || mark === "\t" ? mark : ""));
}
