import { everMatches } from "./ever-matches.ts";
import { parseRule, type Rule } from "./parse-rule.ts";
import type { SeriesRefusal } from "./refusal.ts";
import { instantOf, isZone, wallAt, wallsOf } from "./temporal.ts";
import { dayMs, readWall, writeWall } from "./wall.ts";

/**
 * When something happens, once or again and again, as its people planned it: by the clock of one zone.
 *
 * `start` and `end` are wall times ("2027-03-13T02:30"), or days where `allDay` ("2026-11-20"): then `end` is the
 * first day that no longer belongs to it, as in iCalendar. `rule` is an RRULE without that word. Its start is always
 * an occurrence, and the first that COUNT counts, even where the rule would not give it. `added` and `removed` are
 * wall times (days) of single occurrences; what is removed wins. An all-day series has a zone too: its days lie there
 * for UNTIL and for `expandSeries`; whoever looks from elsewhere gives their own zone instead.
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

/** One time of a series. `occurrence` names it for good: the wall time (day) that its rule gives it. */
export interface Occurrence {
  occurrence: string;
  startsAt: Date;
  endsAt: Date;
}

/** What a series has been read into, so that it is read once. */
export interface ReadSeries {
  startMs: number;
  lengthMs: number;
  allDay: boolean;
  zone: string;
  rule: Rule | null;
  added: number[];
  removed: Set<number>;
}

/** Of a rule with COUNT or UNTIL: thirteen years of days. */
export const mostOccurrences = 5_000;
const mostExceptions = 1_000;
const longestMs = 366 * dayMs;
/** Whether a series can be kept, else why not. Its work is bounded whatever it is given. */
export function checkSeries(series: Series): SeriesRefusal | null {
  const read = readSeries(series);
  return typeof read === "string" ? read : refuseRule(read);
}

/** Whether a series has this occurrence, removed ones apart. */
export function hasOccurrence(series: Series, occurrence: string): boolean {
  const read = readChecked(series);
  const ms = readWall(occurrence, series.allDay);
  if (ms === null || read.removed.has(ms)) return false;
  return read.added.includes(ms) || ruleWalls(read, { from: ms, until: ms, most: 1 }).includes(ms);
}

/**
 * The occurrences that overlap a range (one without length: that begin in it), by their begin.
 * A wall time its zone skips moves forward, one that comes twice is its first; so do ends, and an end that would
 * then lie before its begin keeps the length instead.
 * @param range half-open; `limit` occurrences at most, the earliest.
 * @throws {RangeError} for a series that `checkSeries` refuses.
 */
export function expandSeries(
  series: Series,
  { from, until, limit }: { from: Date; until: Date; limit: number },
): Occurrence[] {
  const read = readChecked(series);
  if (until <= from) return [];
  // Clocks differ from UTC and jump by less than a day.
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
    .filter((one) => overlaps(one, from, until))
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || (a.occurrence < b.occurrence ? -1 : 1))
    .slice(0, limit);
}

/** Occurrences that the wider range above may hold before the asked one: one a day. */
function slack(read: ReadSeries): number {
  return Math.ceil(read.lengthMs / dayMs) + 4;
}

function overlaps({ startsAt, endsAt }: Occurrence, from: Date, until: Date): boolean {
  if (startsAt.getTime() === endsAt.getTime()) return startsAt >= from && startsAt < until;
  return startsAt < until && endsAt > from;
}

function occurrenceAt(read: ReadSeries, ms: number): Occurrence {
  const startsAt = instantOf(ms, read.zone);
  const end = instantOf(ms + read.lengthMs, read.zone);
  return {
    occurrence: writeWall(ms, read.allDay),
    startsAt: new Date(startsAt),
    endsAt: new Date(end < startsAt ? startsAt + read.lengthMs : end),
  };
}

/** Reads a series, or says what about its words is wrong; whether its rule ever matches is asked apart. */
function readSeries(series: Series): ReadSeries | SeriesRefusal {
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

/** @throws {RangeError} */
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
  if (!rule.until) return null;
  const all = ruleWalls(read, { from: startMs, until: Number.POSITIVE_INFINITY, most: mostOccurrences + 1 });
  return all.length > mostOccurrences ? "too_many_occurrences" : null;
}

/**
 * The wall times of the rule with its start, ascending, neither added nor removed ones.
 * @param range both ends included.
 */
export function ruleWalls(
  read: ReadSeries,
  { from, until, most }: { from: number; until: number; most: number },
): number[] {
  const { rule, startMs, zone } = read;
  const start = startMs >= from && startMs <= until ? [startMs] : [];
  if (!rule) return start;
  const last = Math.min(until, lastWall(read));
  const end = rule.until?.as === "instant" && !read.allDay ? rule.until.ms : Number.POSITIVE_INFINITY;
  const counted = countedRule(rule, startMs);
  const walls = counted ? wallsOf(counted, startMs, { from, until: last, most }) : [];
  const kept = walls.filter((ms) => end === Number.POSITIVE_INFINITY || instantOf(ms, zone) <= end);
  return kept[0] === startMs ? kept : [...start, ...kept].slice(0, most);
}

/** The start counts even where the rule does not give it, so the rule then has one less to give. */
function countedRule(rule: Rule, startMs: number): Rule | null {
  if (rule.count === null) return rule;
  const own =
    wallsOf({ ...rule, count: null }, startMs, { from: startMs, until: startMs, most: 1 }).length > 0;
  const count = own ? rule.count : rule.count - 1;
  return count === 0 ? null : { ...rule, count };
}

/**
 * The last wall time that UNTIL lets through, infinity without one. An instant is taken a day wider, since clocks
 * put back show its hour twice: whoever asks for that compares instants.
 */
function lastWall({ rule, allDay, zone }: ReadSeries): number {
  const until = rule?.until;
  if (!until) return lastOfAll;
  if (until.as === "instant") {
    const wall = wallAt(until.ms, zone);
    return Math.min(lastOfAll, allDay ? wall - modulo(wall) : wall + dayMs);
  }
  if (allDay) return Math.min(lastOfAll, until.ms - modulo(until.ms));
  return Math.min(lastOfAll, until.as === "day" ? until.ms + dayMs - 1 : until.ms);
}

function modulo(ms: number): number {
  return ((ms % dayMs) + dayMs) % dayMs;
}

const lastOfAll = Date.UTC(2999, 11, 31);
