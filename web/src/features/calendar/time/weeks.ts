import { addDays } from "../../../lib/time/wall-time.ts";
import { daysInRow, firstOfMonth, weekAround, weeksOfMonth } from "../../../lib/time/weeks.ts";

export const calendarViews = ["month", "week", "day", "agenda"] as const;
export type CalendarView = (typeof calendarViews)[number];

/** So far the agenda looks ahead, in days. */
const agendaDays = 28;

/** Returns the days that a view shows around a day. */
export function daysShown(view: CalendarView, day: string): string[] {
  if (view === "day") return [day];
  if (view === "week") return weekAround(day);
  return view === "agenda" ? daysInRow(day, agendaDays) : weeksOfMonth(day).flat();
}

/** Returns the day that a step forward or back leads to. */
export function stepFrom(view: CalendarView, day: string, by: 1 | -1): string {
  if (view === "month") return firstOfMonth(day, by);
  return addDays(day, by * { day: 1, week: 7, agenda: agendaDays }[view]);
}
