import { firstDays } from "@atoll/contract/identity/preferences";
import { daysFrom } from "@atoll/contract/zones";
import { chosenPreferences } from "../../../lib/preferences.ts";
import { addDays, weekdayOf } from "../../../lib/wall-time.ts";

export const calendarViews = ["month", "week", "day", "agenda"] as const;
export type CalendarView = (typeof calendarViews)[number];

/** So far the agenda looks ahead, in days. */
const agendaDays = 28;

/** The seven days around one, from the day that the person's weeks begin on. */
function weekAround(day: string): string[] {
  const first = firstDays[chosenPreferences().firstDay];
  const back = (weekdayOf(day) - 1 - first + 7) % 7;
  return daysOf(addDays(day, -back), 7);
}

/** All weeks that the month of a day touches. */
export function weeksOfMonth(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const weeks: string[][] = [];
  for (let week = weekAround(first); ; week = weekAround(addDays(week[0] ?? first, 7))) {
    if (weeks.length > 0 && week[0]?.slice(0, 7) !== first.slice(0, 7)) return weeks;
    weeks.push(week);
  }
}

/** The days that a view shows around a day. */
export function daysShown(view: CalendarView, day: string): string[] {
  if (view === "day") return [day];
  if (view === "week") return weekAround(day);
  return view === "agenda" ? daysOf(day, agendaDays) : weeksOfMonth(day).flat();
}

/** The day that a step forward or back leads to. */
export function stepFrom(view: CalendarView, day: string, by: 1 | -1): string {
  if (view !== "month") return addDays(day, by * { day: 1, week: 7, agenda: agendaDays }[view]);
  const [year = 0, month = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10);
}

/** The week of ISO 8601 that the Monday of these days begins. */
export function weekNumber(days: readonly string[]): number {
  const monday =
    days.find((day) => weekdayOf(day) === 1) ?? addDays(days[0] ?? "", 1 - weekdayOf(days[0] ?? ""));
  const thursday = addDays(monday, 3);
  return Math.floor(daysFrom(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1;
}

function daysOf(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}
