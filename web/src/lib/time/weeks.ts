import { firstDays } from "@atoll/contract/identity/preferences";
import { daysFrom } from "@atoll/contract/zones";
import { chosenPreferences } from "../preferences.ts";
import { addDays, weekdayOf } from "./wall-time.ts";

/** Returns the seven days around a day, starting on the person's first day of the week. */
export function weekAround(day: string): string[] {
  const first = firstDays[chosenPreferences().firstDay];
  const back = (weekdayOf(day) - 1 - first + 7) % 7;
  return daysInRow(addDays(day, -back), 7);
}

/** Returns all weeks that the month of a day touches. */
export function weeksOfMonth(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const weeks: string[][] = [];
  for (let week = weekAround(first); ; week = weekAround(addDays(week[0] ?? first, 7))) {
    if (weeks.length > 0 && week[0]?.slice(0, 7) !== first.slice(0, 7)) return weeks;
    weeks.push(week);
  }
}

/** Returns the first day of the month that lies `by` months after the month of a day. */
export function firstOfMonth(day: string, by: number): string {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10);
}

/** Returns the ISO 8601 number of the week that the Monday of these days begins. */
export function weekNumber(days: readonly string[]): number {
  const monday =
    days.find((day) => weekdayOf(day) === 1) ?? addDays(days[0] ?? "", 1 - weekdayOf(days[0] ?? ""));
  const thursday = addDays(monday, 3);
  return Math.floor(daysFrom(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1;
}

export function daysInRow(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}
