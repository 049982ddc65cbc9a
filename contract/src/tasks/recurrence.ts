import { addDays, daysFrom, weekdayOf } from "../zones.ts";
import type { recurrenceStarts, recurrenceUnits } from "./limits.ts";

/** How a task comes again. */
export interface Recurrence extends RecurrenceRule {
  /** The day of the series that the task stands for; its due date may have been moved since. */
  day: string;
}

export interface RecurrenceRule {
  every: (typeof recurrenceUnits)[number];
  /** 2: every other one. */
  interval: number;
  /** For weekly recurrence. 1 is Monday. Empty means the weekday of the anchor. */
  weekdays: readonly number[];
  /** Counted on the calendar, or each time from the day on which it was finished. */
  from: (typeof recurrenceStarts)[number];
  /** The day from which is counted, and from whose day of the month: 31 Jan, 28 Feb, 31 Mar. */
  anchor: string;
}

/** Further away days cannot be written. */
const lastYear = 2199;

/**
 * The first day of a series that is later than a day; null where there is none any more. Months that are too short are
 * met on their last day, and the next long one on the anchor's day again. See docs/decisions/054-recurring-tasks.md.
 */
export function nextOccurrence(rule: RecurrenceRule, after: string): string | null {
  const next = findNext(rule, after < rule.anchor ? addDays(rule.anchor, -1) : after);
  return Number(next.slice(0, 4)) > lastYear || next.startsWith("+") ? null : next;
}

/** Longer than from any day of a series to the next one but one. */
const daysOfTwoTurns = { day: 2, week: 14, month: 62, year: 732 } as const;

/**
 * The last day of a series that is earlier than a day; null where there is none. It looks at the last turns alone, however
 * long ago the series began.
 */
export function lastOccurrence(rule: RecurrenceRule, before: string): string | null {
  const from = addDays(before, -daysOfTwoTurns[rule.every] * rule.interval);
  let last: string | null = null;
  for (
    let next = nextOccurrence(rule, from);
    next !== null && next < before;
    next = nextOccurrence(rule, next)
  ) {
    last = next;
  }
  return last;
}

/**
 * The day from which a task is counted that is due on `date`, when it is said how often it comes. Who changes only that,
 * on 28 February, means to lose no 31st by it.
 */
export function anchorFor(
  every: RecurrenceRule["every"],
  date: string,
  held: Recurrence | null,
): RecurrenceRule["anchor"] {
  const byMonths = (unit: string) => unit === "month" || unit === "year";
  return held?.day === date && byMonths(held.every) && byMonths(every) ? held.anchor : date;
}

function findNext(rule: RecurrenceRule, after: string): string {
  switch (rule.every) {
    case "day":
      return nextByDays(rule, after);
    case "week":
      return nextByWeeks(rule, after);
    case "month":
      return nextByMonths(rule.anchor, rule.interval, after);
    case "year":
      return nextByMonths(rule.anchor, rule.interval * 12, after);
  }
}

function nextByDays({ anchor, interval }: RecurrenceRule, after: string): string {
  const turns = Math.floor(daysFrom(anchor, after) / interval) + 1;
  return addDays(anchor, turns * interval);
}

function nextByWeeks({ anchor, interval, weekdays }: RecurrenceRule, after: string): string {
  const wanted = weekdays.length > 0 ? weekdays.toSorted((a, b) => a - b) : [weekdayOf(anchor)];
  const firstMonday = addDays(anchor, 1 - weekdayOf(anchor));
  let turns = Math.max(0, Math.floor(daysFrom(firstMonday, after) / (7 * interval)));
  for (;;) {
    const monday = addDays(firstMonday, turns * 7 * interval);
    const day = wanted.map((weekday) => addDays(monday, weekday - 1)).find((one) => one > after);
    if (day !== undefined) return day;
    turns += 1;
  }
}

function nextByMonths(anchor: string, months: number, after: string): string {
  let turns = Math.max(0, Math.floor(monthsFrom(anchor, after) / months) - 1);
  for (;;) {
    const day = addMonths(anchor, turns * months);
    if (day > after) return day;
    turns += 1;
  }
}

function monthsFrom(date: string, later: string): number {
  return (
    (Number(later.slice(0, 4)) - Number(date.slice(0, 4))) * 12 +
    Number(later.slice(5, 7)) -
    Number(date.slice(5, 7))
  );
}

/** The same day of the month so many months later, or the last day of one that is too short. */
function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10);
}
