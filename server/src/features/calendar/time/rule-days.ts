import type { Rule } from "./parse-rule.ts";
import { dayMs, lastMs } from "./wall.ts";

/**
 * Maximum days that one walk through a rule examines: more than two and a half centuries. Takes about ten milliseconds.
 */
const mostSteps = 100_000;

/** The remaining days that a walk may examine. The walk ends early when none is left. */
export interface Steps {
  left: number;
}

export const newSteps = (): Steps => ({ left: mostSteps });

/** A stretch of days that one period of a rule may give, within which the first or last Monday is counted. */
interface Stretch {
  first: number;
  /** Inclusive. */
  last: number;
}

/**
 * Yields the wall times of a rule (RFC 5545) in ascending order, ignoring its end. The start is included only if the
 * rule gives it. All times are computed as if in UTC, where every wall time exists.
 * @param from the first wall time that is needed: earlier periods cost nothing.
 */
export function* wallsFrom(rule: Rule, startMs: number, from: number, steps: Steps): Generator<number> {
  const start = Math.floor(startMs / dayMs);
  const timeMs = startMs - start * dayMs;
  const earliest = Math.max(start, Math.ceil((from - timeMs) / dayMs));
  const isDay = dayTest(withDefaults(rule, start));
  for (const stretches of periodsOf(rule, start, earliest)) {
    const days: number[] = [];
    steps.left -= 1;
    for (const stretch of stretches) {
      for (let day = stretch.first; day <= stretch.last; day += 1) {
        if (steps.left <= 0) return;
        steps.left -= 1;
        if (isDay(day, stretch)) days.push(day);
      }
    }
    for (const day of atPlaces(days, rule.bySetPos)) if (day >= earliest) yield day * dayMs + timeMs;
    if (steps.left <= 0) return;
  }
}

/** Fills in the parts of a rule that follow from its start. */
function withDefaults(rule: Rule, start: number): Rule {
  const { freq, byMonth, byMonthDay, byYearDay, byWeekNo, byDay } = rule;
  if (byMonthDay.length + byYearDay.length + byWeekNo.length + byDay.length > 0) return rule;
  if (freq === "WEEKLY") return { ...rule, byDay: [weekdays[weekdayOf(start)] ?? "MO"] };
  if (freq === "DAILY") return rule;
  const date = new Date(start * dayMs);
  const own = { ...rule, byMonthDay: [date.getUTCDate()] };
  return freq === "YEARLY" && byMonth.length === 0 ? { ...own, byMonth: [date.getUTCMonth() + 1] } : own;
}

/** Yields the periods of a rule from a day on, each as the stretches of days that may be in it. */
function* periodsOf(rule: Rule, start: number, from: number): Generator<Stretch[]> {
  const { freq, interval } = rule;
  const last = Math.floor(lastMs / dayMs);
  if (freq === "DAILY" || freq === "WEEKLY") {
    const length = freq === "DAILY" ? 1 : 7;
    const origin = freq === "DAILY" ? start : weekOf(start, rule.weekStart);
    const skipped = Math.max(0, Math.floor((from - origin) / (length * interval)));
    for (let day = origin + skipped * length * interval; day <= last; day += length * interval)
      yield [{ first: day, last: day + length - 1 }];
    return;
  }
  const months = freq === "MONTHLY" ? 1 : 12;
  const origin = Math.floor(monthOf(start) / months);
  const skipped = Math.max(0, Math.floor((Math.floor(monthOf(from) / months) - origin) / interval));
  const byMonth = withDefaults(rule, start).byMonth;
  for (let period = origin + skipped * interval; firstDayOf(period * months) <= last; period += interval)
    yield stretchesOf(period * months, months, byMonth);
}

/** Returns a month or year as one stretch, or the months that the rule names as one stretch each. */
function stretchesOf(first: number, months: number, byMonth: readonly number[]): Stretch[] {
  if (byMonth.length === 0) return [{ first: firstDayOf(first), last: firstDayOf(first + months) - 1 }];
  return byMonth
    .map((month) => (months === 1 ? first : first + month - 1))
    .filter((month, place) => months > 1 || (month % 12) + 1 === byMonth[place])
    .map((month) => ({ first: firstDayOf(month), last: firstDayOf(month + 1) - 1 }));
}

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/**
 * Returns a test for whether a day matches a rule. Days must be in ascending order, so that values of a month are
 * computed once for it.
 */
function dayTest(rule: Rule): (day: number, stretch: Stretch) => boolean {
  const { byMonth, byMonthDay, byYearDay, byWeekNo } = rule;
  const byDay = rule.byDay.map((text) => ({
    weekday: weekdays.indexOf(text.slice(-2)),
    place: Number(text.slice(0, -2)),
  }));
  let month = { number: 0, first: 0, end: 0 };
  return (day, { first, last }) => {
    if (day < month.first || day >= month.end) month = readMonth(monthOf(day));
    const january = month.number - (month.number % 12);
    return (
      (byMonth.length === 0 || byMonth.includes((month.number % 12) + 1)) &&
      isOneOf(byMonthDay, day, month.first, month.end) &&
      (byYearDay.length === 0 || isOneOf(byYearDay, day, firstDayOf(january), firstDayOf(january + 12))) &&
      (byWeekNo.length === 0 || isInWeek(byWeekNo, day, rule.weekStart)) &&
      (byDay.length === 0 ||
        byDay.some(
          ({ weekday, place }) =>
            weekday === weekdayOf(day) &&
            (place === 0 ||
              place === Math.floor((day - first) / 7) + 1 ||
              place === -Math.floor((last - day) / 7) - 1),
        ))
    );
  };
}

function readMonth(number: number) {
  return { number, first: firstDayOf(number), end: firstDayOf(number + 1) };
}

/** Returns whether a list contains a day's position between one day and another, which is excluded. */
function isOneOf(list: readonly number[], day: number, first: number, end: number): boolean {
  return list.length === 0 || list.includes(day - first + 1) || list.includes(day - end);
}

/** Weeks belong to the year that most of their days are in (ISO 8601). */
function isInWeek(list: readonly number[], day: number, weekStart: string): boolean {
  const week = weekOf(day, weekStart);
  const january = monthOf(week + 3) - (monthOf(week + 3) % 12);
  const first = weekOf(firstDayOf(january) + 3, weekStart);
  const end = weekOf(firstDayOf(january + 12) + 3, weekStart);
  return list.includes((week - first) / 7 + 1) || list.includes((week - end) / 7);
}

function atPlaces(days: readonly number[], places: readonly number[]): readonly number[] {
  if (places.length === 0) return days;
  return days.filter((_, at) => places.includes(at + 1) || places.includes(at - days.length));
}

/** 1 January 1970 was a Thursday. */
function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Returns the first day of a day's week. */
function weekOf(day: number, weekStart: string): number {
  return day - ((weekdayOf(day) - weekdays.indexOf(weekStart) + 7) % 7);
}

/** Returns the month of a day, counted from the year 0. */
function monthOf(day: number): number {
  const date = new Date(day * dayMs);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function firstDayOf(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12, 1) / dayMs;
}
