import { type IcsSkipReason, maxIcsEvents } from "@atoll/contract/calendar/ics-limits";
import type { SeriesRefusal } from "../time/refusal.ts";
import { checkSeries, hasOccurrence, type Series } from "../time/series.ts";
import { readWall, writeWall } from "../time/wall.ts";
import { cutCalendar } from "./cut.ts";
import { IcsRefusal } from "./ics-refusal.ts";
import { type ReadEvent, readEvent } from "./read-event.ts";
import { occurrenceName, UnknownZone } from "./read-times.ts";
import { createZoneNames, moveWall } from "./zone-names.ts";

/** An event that can be stored. */
export interface IcsEvent {
  uid: string;
  title: string;
  description: string;
  location: string;
  link: string;
  series: Series;
  exceptions: IcsException[];
  isFree: boolean;
  isPrivate: boolean;
  /** Minutes before the event. Null if the file does not say. */
  reminders: number[] | null;
}

/** An occurrence that differs from its series, or is cancelled. */
export type IcsException =
  | { occurrence: string; kind: "cancel" }
  | {
      occurrence: string;
      kind: "modify";
      start: string;
      end: string;
      title: string;
      description: string;
      location: string;
      link: string;
    };

/** The contents of a file. */
export interface IcsCalendar {
  name: string;
  events: IcsEvent[];
  skips: { title: string; reason: IcsSkipReason }[];
  unknownZones: { name: string; events: number }[];
}

export interface IcsReading {
  /** The time zone of times that name none. */
  home: string;
  /** Time zones that the importing person chose for names in the file. */
  zones: Readonly<Record<string, string>>;
  now: Date;
}

/**
 * Reads a calendar file. Events that cannot be stored are listed with the reason, and do not affect the others.
 * @throws {IcsRefusal} if the file is not a calendar, or is too large.
 */
export function readIcs(text: string, { home, zones, now }: IcsReading): IcsCalendar {
  const cut = cutCalendar(text);
  const names = createZoneNames(cut.zones, { said: zones, home, now });
  const place = { names, home: names(cut.own.get("X-WR-TIMEZONE") ?? "") ?? home };
  const calendar: IcsCalendar = {
    name: (cut.own.get("X-WR-CALNAME") ?? "")
      .replace(/\\([,;\\])/g, "$1")
      .toWellFormed()
      .slice(0, 200),
    events: [],
    skips: [],
    unknownZones: [],
  };
  const unknown = new Map<string, number>();
  const read: ReadEvent[] = [];
  for (const lines of cut.events) {
    try {
      const event = readEvent(lines, place);
      if (event) read.push(event);
      else skip(calendar, titleOf(lines), "no_times");
    } catch (error) {
      const isZone = error instanceof UnknownZone;
      if (isZone) unknown.set(error.zoneName, (unknown.get(error.zoneName) ?? 0) + 1);
      skip(calendar, titleOf(lines), isZone ? "unknown_zone" : "bad_times");
    }
  }
  calendar.unknownZones = [...unknown].map(([name, events]) => ({
    name: name.toWellFormed().slice(0, 200),
    events,
  }));
  joinTimes(calendar, read);
  return calendar;
}

/** Attaches changed occurrences to their series. */
function joinTimes(calendar: IcsCalendar, read: readonly ReadEvent[]): void {
  const series = new Map<string, IcsEvent>();
  for (const event of read) {
    if (event.recurrenceId !== null) continue;
    // Two series with the same UID stay separate.
    const uid = series.has(event.uid) ? `${event.uid} ${event.start}` : event.uid;
    if (series.has(uid)) continue;
    const kept = keepSeries(calendar, { ...event, uid });
    if (kept) series.set(uid, kept);
  }
  const seen = new Set(read.flatMap(({ recurrenceId, uid }) => (recurrenceId === null ? [uid] : [])));
  for (const event of read) {
    const { recurrenceId, uid, zone } = event;
    if (recurrenceId === null) continue;
    const of = series.get(uid);
    if (of) joinTime(calendar, of, event, occurrenceName(recurrenceId, of.series));
    // A person who was invited to a single occurrence has it without its series.
    else if (!seen.has(uid)) {
      const name = occurrenceName(recurrenceId, { allDay: event.allDay, zone, start: event.start });
      keepSeries(calendar, { ...event, uid: `${uid} ${name}` });
    }
  }
}

function keepSeries(calendar: IcsCalendar, event: ReadEvent): IcsEvent | undefined {
  const { title, uid, description, location, link, isFree, isPrivate, reminders, rules } = event;
  if (event.isCancelled) return skip(calendar, title, "cancelled");
  if (rules.length > 1) return skip(calendar, title, "bad_rule");
  const { start, end, allDay, zone } = event;
  const series: Series = { start, end, allDay, zone, rule: rules[0] ?? null, added: [], removed: [] };
  const name = (time: ReadEvent["added"][number]) => occurrenceName(time, series);
  series.added = [...new Set(event.added.map(name))];
  series.removed = [...new Set(event.removed.map(name))];
  const possible = withPossibleEnd(series);
  const refusal = checkSeries(possible);
  if (refusal) return skip(calendar, title, reasons[refusal]);
  if (calendar.events.length >= maxIcsEvents) throw new IcsRefusal("ics_too_much", "too many events");
  const kept = { uid, title, description, location, link, series: possible, isFree, isPrivate, reminders };
  const made: IcsEvent = { ...kept, exceptions: [] };
  calendar.events.push(made);
  return made;
}

/** Drops an end so far away that a program means "never" by it, or one that leaves only the first occurrence. */
function withPossibleEnd(series: Series): Series {
  const refusal = series.rule === null ? null : checkSeries(series);
  const unended = series.rule?.replace(/;?UNTIL=[^;]*/i, "") ?? null;
  const isEndless = refusal === "too_many_occurrences" || refusal === "rule_takes_too_long";
  if (isEndless && unended !== series.rule) return { ...series, rule: unended };
  return refusal === "until_before_start" ? { ...series, rule: null } : series;
}

function joinTime(calendar: IcsCalendar, of: IcsEvent, event: ReadEvent, occurrence: string): void {
  const { series } = of;
  if (series.removed.includes(occurrence) && event.isCancelled) return;
  if (!hasOccurrence(series, occurrence)) return void skip(calendar, event.title, "no_such_occurrence");
  of.exceptions = of.exceptions.filter((other) => other.occurrence !== occurrence);
  if (event.isCancelled) {
    of.exceptions.push({ occurrence, kind: "cancel" });
    return;
  }
  const moved = timesWithin(series, event);
  if (!moved || checkSeries({ ...series, ...moved, rule: null, added: [], removed: [] }))
    return void skip(calendar, event.title, "bad_times");
  const { title, description, location, link } = event;
  of.exceptions.push({ occurrence, kind: "modify", ...moved, title, description, location, link });
}

/** Returns the times of a changed occurrence in the time zone of its series. */
function timesWithin({ allDay, zone }: Series, event: ReadEvent): { start: string; end: string } | undefined {
  if (event.allDay !== allDay) return undefined;
  if (allDay || event.zone === zone) return { start: event.start, end: event.end };
  return { start: onClock(event.start, event.zone, zone), end: onClock(event.end, event.zone, zone) };
}

function onClock(wall: string, from: string, to: string): string {
  return writeWall(moveWall(readWall(wall, false) ?? 0, from, to), false);
}

const reasons: Record<SeriesRefusal, IcsSkipReason> = {
  start_unreadable: "bad_times",
  end_unreadable: "bad_times",
  end_before_start: "bad_times",
  too_long: "bad_times",
  out_of_reach: "bad_times",
  zone_unknown: "unknown_zone",
  rule_not_understood: "bad_rule",
  rule_too_fine: "bad_rule",
  rule_lists_hours: "bad_rule",
  rule_never_matches: "bad_rule",
  until_before_start: "bad_rule",
  too_many_occurrences: "bad_rule",
  rule_takes_too_long: "bad_rule",
  rule_cannot_move: "bad_rule",
  no_occurrence: "bad_times",
  exception_unreadable: "bad_times",
  too_many_exceptions: "too_many",
};

function skip(calendar: IcsCalendar, title: string, reason: IcsSkipReason): undefined {
  calendar.skips.push({ title, reason });
}

function titleOf(lines: readonly string[]): string {
  const line = lines.find((one) => /^SUMMARY[;:]/i.test(one));
  return line
    ? line
        .slice(line.indexOf(":") + 1)
        .toWellFormed()
        .slice(0, 200)
    : "Untitled";
}
