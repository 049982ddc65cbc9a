import type { EventTimes } from "@atoll/contract/calendar/schemas";
import { parseRule, type Rule, type Until } from "../time/parse-rule.ts";
import type { Series } from "../time/series.ts";
import { instantOf, wallAt } from "../time/temporal.ts";
import { dayMs, readWall, writeWall } from "../time/wall.ts";
import { writeRule } from "../time/write-rule.ts";
import { refused } from "./series-of.ts";

/** A moved series, with how far each of its occurrences moved. */
export interface Moved {
  series: Series;
  /** Returns the new name of an occurrence. */
  renamed(occurrence: string): string;
  /**
   * Returns the times of an occurrence that was moved by itself, which stays where it is, in the zone of the moved
   * series.
   */
  alone(times: SingleTimes): SingleTimes;
}

export interface SingleTimes {
  start: string;
  end: string;
}

/**
 * Moves a series by the distance that one of its occurrences moves.
 * @param from when that occurrence started, in its own time zone.
 * @param rule a new rule; undefined for the same rule on the days that it has moved to.
 * @throws {AppError} `times_refused` for times that cannot be read.
 */
export function moveSeries(
  series: Series,
  from: string,
  times: EventTimes | undefined,
  rule: string | null | undefined,
): Moved {
  if (!times) {
    const same = { ...series, rule: rule === undefined ? series.rule : rule };
    return { series: same, renamed: (name) => name, alone: (single) => single };
  }
  const { allDay } = times;
  const start = readWall(times.start, allDay);
  const end = readWall(times.end, allDay);
  const base = readWall(from, series.allDay);
  const first = readWall(series.start, series.allDay);
  if (start === null || base === null || first === null) throw refused("start_unreadable");
  if (end === null) throw refused("end_unreadable");
  // Switching between times and whole days only moves the days: an occurrence moved by itself has its own time of day.
  const deltaMs = allDay === series.allDay ? start - base : dayOf(start) - dayOf(base);
  const timeMs = allDay ? 0 : start - dayOf(start);
  const moved = (ms: number) => (allDay === series.allDay ? ms : dayOf(ms) + timeMs) + deltaMs;
  const shift = (text: string): string => {
    const ms = readWall(text, series.allDay);
    return ms === null ? text : writeWall(moved(ms), allDay);
  };
  const other = { allDay, zone: times.zone };
  return {
    series: {
      start: writeWall(moved(first), allDay),
      end: writeWall(moved(first) + (end - start), allDay),
      ...other,
      rule: rule === undefined ? moveRule(series, first, moved(first), times.zone) : rule,
      added: series.added.map(shift),
      removed: series.removed.map(shift),
    },
    renamed: shift,
    alone: (single) => alone(series, { ...other, lengthMs: end - start, timeMs }, single),
  };
}

/**
 * Returns the times of one occurrence: in another zone it keeps its instants, and between times and whole days its day.
 */
function alone(
  series: Series,
  to: { allDay: boolean; zone: string; lengthMs: number; timeMs: number },
  single: SingleTimes,
): SingleTimes {
  const [start, end] = [readWall(single.start, series.allDay), readWall(single.end, series.allDay)];
  if (start === null || end === null) return single;
  if (to.allDay !== series.allDay) {
    const begin = dayOf(start) + to.timeMs;
    return { start: writeWall(begin, to.allDay), end: writeWall(begin + to.lengthMs, to.allDay) };
  }
  if (to.allDay || to.zone === series.zone) return single;
  const there = (ms: number) => writeWall(wallAt(instantOf(ms, series.zone), to.zone), false);
  return { start: there(start), end: there(end) };
}

function dayOf(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs;
}

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** Returns a rule with its named days shifted by the days that its start has moved. */
function moveRule({ rule: text, zone }: Series, fromMs: number, toMs: number, toZone: string): string | null {
  if (text === null) return null;
  const rule = parseRule(text, fromMs);
  if (typeof rule === "string") return text;
  const days = Math.floor(toMs / dayMs) - Math.floor(fromMs / dayMs);
  const until = rule.until && moveUntil(rule.until, toMs - fromMs, days, [zone, toZone]);
  const moved: Rule = { ...rule, until };
  if (days !== 0) Object.assign(moved, movedDays(rule, new Date(toMs), days));
  return writeRule(moved);
}

function moveUntil(
  { as, ms }: Until,
  deltaMs: number,
  days: number,
  [zone, toZone]: [string, string],
): Until {
  if (as === "day") return { as, ms: ms + days * dayMs };
  if (as === "wall") return { as, ms: ms + deltaMs };
  return { as, ms: instantOf(wallAt(ms, zone) + deltaMs, toZone) };
}

function movedDays(rule: Rule, to: Date, days: number): Partial<Rule> {
  if (rule.freq === "WEEKLY") {
    const byDay = rule.byDay.map((day) => weekdayAfter(day, days));
    // The start of the week decides which weeks count, so it shifts too.
    const isByWeek = rule.interval > 1 || rule.bySetPos.length > 0;
    return { byDay, weekStart: isByWeek ? weekdayAfter(rule.weekStart, days) : rule.weekStart };
  }
  const moved: Partial<Rule> = {};
  const [date] = rule.byMonthDay;
  if (rule.byMonthDay.length === 1 && date !== undefined)
    moved.byMonthDay = [movedDate(date, days) ?? to.getUTCDate()];
  if (rule.freq === "YEARLY" && rule.byMonth.length === 1) moved.byMonth = [to.getUTCMonth() + 1];
  const [day = ""] = rule.byDay;
  const [, place = ""] = /^([+-]?\d+)/.exec(day) ?? [];
  if (rule.byDay.length === 1 && place !== "")
    moved.byDay = [
      `${place.startsWith("-") ? -1 : Math.ceil(to.getUTCDate() / 7)}${weekdays[to.getUTCDay()] ?? "MO"}`,
    ];
  return moved;
}

function weekdayAfter(day: string, days: number): string {
  return weekdays[(weekdays.indexOf(day) + (days % 7) + 7) % 7] ?? day;
}

/**
 * Returns the day of the month that is a number of days later, in a month of any length; negative dates count from its
 * end. Undefined if that depends on the month.
 */
function movedDate(date: number, days: number): number | undefined {
  const to = date + days;
  if (Math.abs(days) >= 28) return undefined;
  if (date < 0) return to < 0 ? to : to + 1;
  if (to < 1) return to - 1;
  return to <= 31 ? to : undefined;
}
