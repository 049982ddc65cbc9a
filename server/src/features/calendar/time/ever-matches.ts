import type { Rule } from "./parse-rule.ts";
import { wallsOf } from "./temporal.ts";
import { dayMs } from "./wall.ts";

/** So far a rule is searched for its first match: each day of the year has been each weekday, a leap day too. */
const searchedMs = 60 * 366 * dayMs;
const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** Whether a rule, its end apart, gives any time from its start on within sixty years. */
export function everMatches(rule: Rule, startMs: number): boolean {
  if (rule.bySetPos.length > 0 && !rule.bySetPos.some((place) => Math.abs(place) <= mostAPeriod(rule)))
    return false;
  if (rule.freq === "DAILY") return anyDayMatches(rule, startMs);
  const unended = { ...rule, count: null, until: null };
  try {
    return wallsOf(unended, startMs, { from: startMs, until: startMs + searchedMs, most: 1 }).length > 0;
  } catch {
    // The engine gave up within its own bounds.
    return false;
  }
}

function mostAPeriod({ freq, byDay }: Rule): number {
  return { DAILY: 1, WEEKLY: Math.max(1, byDay.length), MONTHLY: 31, YEARLY: 366 }[freq];
}

/** The engine steps through days far more slowly, and this one may have to step through all of them. */
function anyDayMatches(rule: Rule, startMs: number): boolean {
  for (let ms = startMs; ms < startMs + searchedMs; ms += rule.interval * dayMs) {
    if (dayMatches(rule, new Date(ms))) return true;
  }
  return false;
}

function dayMatches(rule: Rule, day: Date): boolean {
  const [month, date] = [day.getUTCMonth() + 1, day.getUTCDate()];
  const fromEnd = date - 1 - new Date(Date.UTC(day.getUTCFullYear(), month, 0)).getUTCDate();
  return (
    (rule.byMonth.length === 0 || rule.byMonth.includes(month)) &&
    (rule.byMonthDay.length === 0 || rule.byMonthDay.includes(date) || rule.byMonthDay.includes(fromEnd)) &&
    (rule.byDay.length === 0 || rule.byDay.includes(weekdays[day.getUTCDay()] ?? ""))
  );
}
