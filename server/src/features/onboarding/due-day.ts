import { addDays } from "./present.ts";

/**
 * The day on which an item is due: on a day off, the next working day, and before the first day the last one before it.
 * The first day is the one that was chosen.
 * @param day of the path, from 1; before the first day 0 and less.
 * @param workingDays 1 for Monday to 7 for Sunday.
 */
export function dueDay(startOn: string, day: number, workingDays: readonly number[]): string {
  let due = addDays(startOn, day - 1);
  if (day === 1) return due;
  for (let tries = 0; tries < 7 && !workingDays.includes(weekdayOf(due)); tries += 1)
    due = addDays(due, day > 1 ? 1 : -1);
  return due;
}

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
