import { formatWall, type WallShape } from "../../../lib/time/format-wall.ts";
import { clock } from "../../../lib/time/wall-time.ts";
import { dayMinutes, shiftWall, type Wall, type WallSpan } from "./wall.ts";
import type { CalendarView } from "./weeks.ts";

/** Writes a day such as "2026-11-20" in words. */
export function dayWords(day: string, shape: Exclude<WallShape, "hour" | "time">): string {
  return formatWall(shape, day);
}

/** Writes a minute of a day: "09:30" or "9:30 am". */
export function timeWords({ day, minute }: Wall): string {
  return formatWall("time", day, clock(minute % dayMinutes));
}

/** Writes the hour of a minute: "09" or "9 am". */
export function hourWords({ day, minute }: Wall): string {
  return formatWall("hour", day, clock(minute % dayMinutes));
}

/** "09:30 – 10:00". */
export function spanWords({ from, to }: WallSpan): string {
  return `${timeWords(from)} – ${timeWords(to)}`;
}

/** "Friday 20 November, 09:30 – 10:00", and over midnight with both days. */
export function spanInWords({ from, to }: WallSpan): string {
  const last = to.minute === 0 ? shiftWall(to, -1).day : to.day;
  if (last === from.day) return `${dayWords(from.day, "long")}, ${spanWords({ from, to })}`;
  return `${dayWords(from.day, "long")}, ${timeWords(from)} – ${dayWords(to.day, "long")}, ${timeWords(to)}`;
}

/**
 * Returns the title of a view, for example "November" with the year 2026, which is shown in a paler tone.
 * @param isShort shortens weekdays where there is little room.
 */
export function titleOf(
  view: CalendarView,
  days: readonly string[],
  day: string,
  isShort = false,
): [string, string] {
  const [first = day] = days;
  const last = days.at(-1) ?? day;
  if (view === "month") return [dayWords(day, "month"), day.slice(0, 4)];
  if (view === "day") return [dayWords(day, isShort ? "weekday" : "long"), day.slice(0, 4)];
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  const from = isOneMonth ? String(Number(first.slice(8))) : dayWords(first, "date");
  const to = isOneMonth ? `${Number(last.slice(8))} ${dayWords(last, "month")}` : dayWords(last, "date");
  return [`${from} – ${to}`, last.slice(0, 4)];
}
