import { everMatches } from "./ever-matches.ts";
import { parseRule, type Rule } from "./parse-rule.ts";
import type { SeriesRefusal } from "./refusal.ts";
import { newSteps, wallsFrom } from "./rule-days.ts";
import { instantOf, isZone, wallAt } from "./temporal.ts";
import { dayMs, firstMs, lastMs, readWall, writeWall } from "./wall.ts";

/**
 * The planned times of an event that takes place once or repeatedly, in the wall time of one zone.
 *
 * `start` and `end` are wall times ("2027-03-13T02:30"), or days if `allDay` ("2026-11-20"): then `end` is the first
 * day after the event, as in iCalendar. `rule` is an RRULE without that word. The start is always an occurrence, and
 * the first that COUNT counts, even if the rule would not give it. `added` and `removed` are wall times (days) of
 * single occurrences; removal wins. An all-day series has a zone too, in which UNTIL and `expandSeries` place its days;
 * a viewer elsewhere passes their own zone instead.
 */
export interface Series {
  start: string;
  end: string;
  allDay: boolean;
  zone: string;
  rule: string | null;
  added: string[];
  removed: string[];
}

/** One occurrence of a series. `occurrence` is its permanent name: the wall time (day) that the rule gives it. */
export interface Occurrence {
  occurrence: string;
  startsAt: Date;
  endsAt: Date;
}

/** A parsed series, so that it is parsed only once. */
export interface ReadSeries {
  startMs: number;
  lengthMs: number;
  allDay: boolean;
  zone: string;
  rule: Rule | null;
  added: number[];
  removed: Set<number>;
}

/** Maximum for a rule with COUNT or UNTIL: thirteen years of days. */
export const mostOccurrences = 5_000;
const mostExceptions = 1_000;
const longestMs = 366 * dayMs;

/** Returns why a series cannot be stored, or null if it can. The work is bounded for any input. */
export function checkSeries(series: Series): SeriesRefusal | null {
  const read = readSeries(series);
  if (typeof read === "string") return read;
  if (!canBeSent(occurrenceAt(read, read.startMs))) return "out_of_reach";
  return refuseRule(read) ?? (hasAny(read) ? null : "no_occurrence");
}

/** Returns which of these are names of occurrences of a series, without removed ones. */
export function occurrencesAmong(series: Series, names: readonly string[]): Set<string> {
  const read = readChecked(series);
  const byMs = new Map<number, string>();
  for (const name of names) {
    const ms = readWall(name, series.allDay);
    if (ms !== null && !read.removed.has(ms)) byMs.set(ms, name);
  }
  if (byMs.size === 0) return new Set();
  const range = { from: least([...byMs.keys()]), until: -least([...byMs.keys()].map((ms) => -ms)) };
  const walls = [...read.added, ...ruleWalls(read, { ...range, most: Number.POSITIVE_INFINITY })];
  return new Set(walls.flatMap((ms) => byMs.get(ms) ?? []));
}

function least(list: readonly number[]): number {
  return list.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
}

/** Returns whether a series has this occurrence. Removed ones do not count. */
export function hasOccurrence(series: Series, occurrence: string): boolean {
  return occurrencesAmong(series, [occurrence]).size > 0;
}

/** Returns which of these times the rule itself gives: the start is an occurrence even if the rule does not give it. */
export function givenByRule(series: Series, names: readonly string[]): Set<string> {
  const read = readChecked(series);
  const { rule } = read;
  if (!rule) return new Set();
  return new Set(
    names.filter((name) => {
      const ms = readWall(name, series.allDay);
      return ms !== null && wallsFrom(rule, read.startMs, ms, newSteps()).next().value === ms;
    }),
  );
}

/**
 * Returns the occurrences that overlap a range (one without length: that start in it), ordered by start. A wall time
 * that the zone skips moves forward, and one that comes twice is its first; the same applies to ends. An end that would
 * then not be after its start keeps the length instead.
 * @param range half-open; `limit` occurrences at most, the earliest.
 * @throws {RangeError} for a series that `checkSeries` refuses.
 */
export function expandSeries(
  series: Series,
  { from, until, limit }: { from: Date; until: Date; limit: number },
): Occurrence[] {
  const read = readChecked(series);
  if (until <= from) return [];
  // Offsets from UTC, and their changes, are less than a day.
  const range = {
    from: wallAt(from.getTime(), read.zone) - read.lengthMs - dayMs,
    until: wallAt(until.getTime(), read.zone) + dayMs,
  };
  const added = read.added.filter((ms) => ms >= range.from && ms <= range.until);
  const most = limit + read.removed.size + added.length + slack(read);
  const walls = new Set([...ruleWalls(read, { ...range, most }), ...added]);
  return [...walls]
    .filter((ms) => !read.removed.has(ms))
    .map((ms) => occurrenceAt(read, ms))
    .filter((one) => overlaps(one, from, until) && canBeSent(one))
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || (a.occurrence < b.occurrence ? -1 : 1))
    .slice(0, limit);
}

/** Returns how many occurrences the widened range may contain before the requested one: one a day. */
function slack(read: ReadSeries): number {
  return Math.ceil(read.lengthMs / dayMs) + 4;
}

function overlaps({ startsAt, endsAt }: Occurrence, from: Date, until: Date): boolean {
  if (startsAt.getTime() === endsAt.getTime()) return startsAt >= from && startsAt < until;
  return startsAt < until && endsAt > from;
}

/** Returns whether the instants of an occurrence can be sent. At the edges of the calendar they may be out of range. */
function canBeSent({ startsAt, endsAt }: Occurrence): boolean {
  return startsAt.getTime() >= firstMs && endsAt.getTime() <= lastMs;
}

function occurrenceAt(read: ReadSeries, ms: number): Occurrence {
  const startsAt = instantOf(ms, read.zone);
  const end = instantOf(ms + read.lengthMs, read.zone);
  return {
    occurrence: writeWall(ms, read.allDay),
    startsAt: new Date(startsAt),
    endsAt: new Date(end <= startsAt ? startsAt + read.lengthMs : end),
  };
}

/** Parses a series, or returns why it cannot be parsed. Whether its rule ever matches is checked separately. */
export function readSeries(series: Series): ReadSeries | SeriesRefusal {
  const { allDay, zone } = series;
  const startMs = readWall(series.start, allDay);
  if (startMs === null) return "start_unreadable";
  const endMs = readWall(series.end, allDay);
  if (endMs === null) return "end_unreadable";
  if (allDay ? endMs <= startMs : endMs < startMs) return "end_before_start";
  if (endMs - startMs > longestMs) return "too_long";
  if (!isZone(zone)) return "zone_unknown";
  const rule = series.rule === null ? null : parseRule(series.rule, startMs);
  if (typeof rule === "string") return rule;
  if (series.added.length > mostExceptions || series.removed.length > mostExceptions)
    return "too_many_exceptions";
  const added = series.added.map((text) => readWall(text, allDay));
  const removed = series.removed.map((text) => readWall(text, allDay));
  const known = added.filter((ms) => ms !== null);
  const gone = new Set(removed.filter((ms) => ms !== null));
  if (known.length < added.length || removed.includes(null)) return "exception_unreadable";
  return {
    startMs,
    lengthMs: endMs - startMs,
    allDay,
    zone,
    rule,
    added: [...new Set(known)].sort((a, b) => a - b),
    removed: gone,
  };
}

/** Returns a parsed series. @throws {RangeError} for one that cannot be parsed. */
export function readChecked(series: Series): ReadSeries {
  const read = readSeries(series);
  if (typeof read === "string") throw new RangeError(`A series that was never checked: ${read}`);
  return read;
}

function refuseRule(read: ReadSeries): SeriesRefusal | null {
  const { rule, startMs } = read;
  if (!rule) return null;
  if (rule.until && lastWall(read) < startMs) return "until_before_start";
  if (rule.count !== null && rule.count > mostOccurrences) return "too_many_occurrences";
  if (!everMatches(rule, startMs)) return "rule_never_matches";
  if (!rule.until && rule.count === null) return null;
  const steps = newSteps();
  const range = { from: startMs, until: Number.POSITIVE_INFINITY, most: mostOccurrences + 1 };
  if (ruleWalls(read, range, steps).length > mostOccurrences) return "too_many_occurrences";
  return steps.left > 0 ? null : "rule_takes_too_long";
}

/** Returns whether any occurrence is left after the removed ones. */
function hasAny(read: ReadSeries): boolean {
  if (read.added.some((ms) => !read.removed.has(ms))) return true;
  const range = { from: read.startMs, until: Number.POSITIVE_INFINITY, most: read.removed.size + 1 };
  return ruleWalls(read, range).some((ms) => !read.removed.has(ms));
}

/**
 * Returns the wall times of the rule with its start, in ascending order, ignoring added and removed ones.
 * @param range both ends included.
 * @param steps ends the walk early if it takes too many; `checkSeries` refuses a rule that needs more.
 */
export function ruleWalls(
  read: ReadSeries,
  { from, until, most }: { from: number; until: number; most: number },
  steps = newSteps(),
): number[] {
  const { rule, startMs, zone } = read;
  const walls = startMs >= from && startMs <= until ? [startMs] : [];
  if (!rule) return walls;
  const last = Math.min(until, lastWall(read));
  const end = rule.until?.as === "instant" && !read.allDay ? rule.until.ms : Number.POSITIVE_INFINITY;
  // The start counts first, even if the rule does not give it.
  let left = rule.count === null ? Number.POSITIVE_INFINITY : rule.count - 1;
  const counted = rule.count === null ? from : startMs;
  for (const ms of wallsFrom(rule, startMs, counted, steps)) {
    if (ms > last || left <= 0 || walls.length >= most) break;
    if (end !== Number.POSITIVE_INFINITY && instantOf(ms, zone) > end) break;
    if (ms === startMs) continue;
    left -= 1;
    if (ms >= from) walls.push(ms);
  }
  return walls.slice(0, most);
}

/**
 * Returns the last wall time that UNTIL allows, or infinity. An instant is widened by a day, because its hour may come
 * twice when clocks go back: a caller that needs an exact end compares instants.
 */
function lastWall({ rule, allDay, zone }: ReadSeries): number {
  const until = rule?.until;
  if (!until) return lastMs;
  if (until.as === "instant") {
    const wall = wallAt(until.ms, zone);
    return Math.min(lastMs, allDay ? wall - modulo(wall) : wall + dayMs);
  }
  if (allDay) return Math.min(lastMs, until.ms - modulo(until.ms));
  return Math.min(lastMs, until.as === "day" ? until.ms + dayMs - 1 : until.ms);
}

function modulo(ms: number): number {
  return ((ms % dayMs) + dayMs) % dayMs;
}
