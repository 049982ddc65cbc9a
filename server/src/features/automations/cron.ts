import { shortestPauseMinutes } from "@atoll/contract/automations/limits";
import type { patternTimesSchema } from "@atoll/contract/automations/schemas";
import { addDays, clockIn, instantIn, weekdayOf } from "@atoll/contract/zones";
import { CronExpressionParser } from "cron-parser";
import type { z } from "zod";

type PatternTimes = z.output<typeof patternTimesSchema>;

const dayMinutes = 24 * 60;
/** The 29th of February comes again after at most eight years. */
const maxDays = 8 * 366;

/** The times of a cron pattern. */
export interface CronTimes {
  /** The minutes of a day, in order. */
  minutes: readonly number[];
  /** It runs in every hour, and so in one that the clocks repeat as well. */
  isHourly: boolean;
  hours: readonly number[];
  minutesOfHour: readonly number[];
  months: readonly number[];
  /** Null for any day of the month, and for any day of the week. If both are limited, either is enough. */
  days: readonly number[] | null;
  /** From 1 for Monday to 7 for Sunday. */
  weekdays: readonly number[] | null;
}

const fiveFields = /^(?:[\d*,/-]|[a-z]{3})+(?: (?:[\d*,/-]|[a-z]{3})+){4}$/i;

/**
 * Pure: reads a pattern of five fields. Returns why it cannot be used, if it cannot: it is not valid, no day matches it, or
 * it runs too often. Its length bounds the work.
 */
export function readCron(pattern: string): CronTimes | string {
  // The parser knows more: seconds, names of whole patterns, and times by chance.
  if (!fiveFields.test(pattern))
    return "Write five fields: minute, hour, day of the month, month and day of the week";
  let fields: ReturnType<typeof CronExpressionParser.parse>["fields"];
  try {
    fields = CronExpressionParser.parse(pattern).fields;
  } catch {
    return "A value is out of its range, written twice, or on a day that its months do not have";
  }
  const { minute, hour, dayOfMonth, month, dayOfWeek } = fields;
  const numbers = (values: readonly (number | string)[]) =>
    [...new Set(values.map(Number))].sort((a, b) => a - b);
  const [hours, minutesOfHour] = [numbers(hour.values), numbers(minute.values)];
  const times: CronTimes = {
    ...{ hours, minutesOfHour, isHourly: hours.length === 24, months: numbers(month.values) },
    minutes: hours.flatMap((of) => minutesOfHour.map((minuteOf) => of * 60 + minuteOf)),
    days: dayOfMonth.isWildcard ? null : numbers(dayOfMonth.values),
    weekdays: dayOfWeek.isWildcard ? null : numbers(dayOfWeek.values.map((day) => Number(day) || 7)),
  };
  if (hasShortPause(times)) return `Leave at least ${shortestPauseMinutes} minutes between two runs`;
  return times;
}

function hasShortPause({ minutes }: CronTimes): boolean {
  const [first = 0] = minutes;
  // The first one of the next day may follow the last one of a day.
  const all = [...minutes, first + dayMinutes];
  return all.some((minute, index) => minute - (all[index - 1] ?? -dayMinutes) < shortestPauseMinutes);
}

/**
 * Pure: returns the first time after an instant. A time that the clocks jump over is the moment behind the jump. One that
 * comes twice counts once, unless the pattern runs in every hour.
 */
export function nextCronTime(times: CronTimes, zone: string, after: Date): Date | null {
  let { date: day } = clockIn(zone, after);
  for (let count = 0; count < maxDays; count += 1, day = addDays(day, 1)) {
    if (!isDayOf(times, day)) continue;
    const found = instantsOf(times, zone, day).find((at) => at > after.getTime());
    if (found !== undefined) return new Date(found);
  }
  return null;
}

function isDayOf({ months, days, weekdays }: CronTimes, day: string): boolean {
  if (!months.includes(Number(day.slice(5, 7)))) return false;
  const isDay = days?.includes(Number(day.slice(8)));
  const isWeekday = weekdays?.includes(weekdayOf(day));
  if (days && weekdays) return isDay === true || isWeekday === true;
  return isDay ?? isWeekday ?? true;
}

/** The day that was looked up last. One after another asks for the same one. */
const lastDays = new WeakMap<CronTimes, { key: string; instants: number[] }>();

function instantsOf(times: CronTimes, zone: string, day: string): number[] {
  const key = `${zone} ${day}`;
  const last = lastDays.get(times);
  if (last?.key === key) return last.instants;
  const instants = findInstants(times, zone, day);
  lastDays.set(times, { key, instants });
  return instants;
}

/** Returns the instants of a day in order. */
function findInstants({ minutes, isHourly }: CronTimes, zone: string, day: string): number[] {
  const start = instantIn(zone, day).getTime();
  const length = instantIn(zone, addDays(day, 1)).getTime() - start;
  // Only on a day on which clocks change is each time looked up.
  if (length === dayMinutes * 60_000) return minutes.map((minute) => start + minute * 60_000);
  const instants = minutes.map((minute) => instantIn(zone, day, timeOf(minute)).getTime());
  const repeatedMs = length - dayMinutes * 60_000;
  if (isHourly && repeatedMs > 0)
    for (const at of [...instants]) {
      const clock = (ms: number) => clockIn(zone, new Date(ms)).minute;
      if (clock(at + repeatedMs) === clock(at)) instants.push(at + repeatedMs);
    }
  return [...new Set(instants)].sort((a, b) => a - b);
}

function timeOf(minute: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

const weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const monthNames = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];
const maxNamedTimes = 6;

/** Pure: writes a pattern in words. */
export function cronInWords(times: CronTimes): string {
  const { months, days, weekdays } = times;
  const dayWords = [
    days && `on day ${inWords(days, String)} of the month`,
    weekdays && `on ${inWords(weekdays, (day) => weekdayNames[day - 1] ?? "")}`,
  ].filter((words) => words !== null);
  const monthWords =
    months.length < 12 ? ` in ${inWords(months, (month) => monthNames[month - 1] ?? "")}` : "";
  return `${timeWords(times)}, ${dayWords.join(" or ") || "every day"}${monthWords}`;
}

function timeWords({ minutes, minutesOfHour, hours, isHourly }: CronTimes): string {
  if (minutes.length <= maxNamedTimes) return `At ${inWords(minutes, timeOf, false)}`;
  const [first = 0, second = 60] = minutesOfHour;
  const step = second - first;
  const isStep = first === 0 && 60 % step === 0 && minutesOfHour.length === 60 / step;
  const every =
    isStep && minutesOfHour.length > 1
      ? `Every ${step} minutes`
      : `At minute ${inWords(minutesOfHour, String)} of the hour`;
  return isHourly ? every : `${every}, in the hours ${inWords(hours, (hour) => timeOf(hour * 60))}`;
}

/** Joins values, with a range for three and more in a row. */
function inWords(values: readonly number[], nameOf: (value: number) => string, hasRanges = true): string {
  const runs: number[][] = [];
  for (const value of values) {
    const run = runs.at(-1);
    if (hasRanges && run && run.at(-1) === value - 1) run.push(value);
    else runs.push([value]);
  }
  const parts = runs.flatMap((run) => {
    const [first = 0, last = first] = [run[0], run.at(-1)];
    return run.length > 2 ? [`${nameOf(first)} to ${nameOf(last)}`] : run.map(nameOf);
  });
  const end = parts.pop() ?? "";
  return parts.length > 0 ? `${parts.join(", ")} and ${end}` : end;
}

/** Pure: returns why a pattern cannot be used, or null. */
export function refusalOfCron({ pattern, zone }: { pattern: string; zone: string }): string | null {
  return readPattern({ pattern, zone }).refusal;
}

/** The times that people see before they save. */
const shownTimes = 3;

/** Pure: returns the meaning of a pattern in words, with its next times. */
export function readPattern({ pattern, zone }: { pattern: string; zone: string }): PatternTimes {
  const times = readCron(pattern);
  if (typeof times === "string") return { refusal: times, words: "", times: [] };
  const next: Date[] = [];
  for (let at: Date | null = new Date(); next.length < shownTimes; next.push(at)) {
    at = nextCronTime(times, zone, at);
    if (!at) break;
  }
  return {
    refusal: next.length === 0 ? "No day has this time" : null,
    words: cronInWords(times),
    times: next.map((at) => at.toISOString()),
  };
}
