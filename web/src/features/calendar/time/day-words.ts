import { makeFormat } from "../../../lib/format-date.ts";
import { preferencesVersion } from "../../../lib/preferences.ts";
import { clock, dayMinutes, shiftWall, type Wall, type WallSpan } from "./wall.ts";
import type { CalendarView } from "./weeks.ts";

/**
 * Days and times of the grid in words, as the person chose to read them. What walls show needs no zone: it is written as a
 * moment of UTC, since finding the moment of a zone takes ten times as long as writing it.
 */
const shapes = {
  short: { weekday: "short" },
  weekdayName: { weekday: "long" },
  narrow: { weekday: "narrow" },
  date: { day: "numeric", month: "short" },
  long: { weekday: "long", day: "numeric", month: "long" },
  weekday: { weekday: "short", day: "numeric", month: "short" },
  full: { weekday: "short", day: "numeric", month: "short", year: "numeric" },
  month: { month: "long" },
  hour: { hour: "2-digit" },
  time: { hour: "2-digit", minute: "2-digit" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Making one takes far longer than using it. */
const made = new Map<keyof typeof shapes, Intl.DateTimeFormat>();
let madeFor = -1;

function formatOf(shape: keyof typeof shapes): Intl.DateTimeFormat {
  if (madeFor !== preferencesVersion()) made.clear();
  madeFor = preferencesVersion();
  const format = made.get(shape) ?? makeFormat(shapes[shape], "UTC");
  made.set(shape, format);
  return format;
}

export function dayWords(day: string, shape: Exclude<keyof typeof shapes, "hour" | "time">): string {
  return formatOf(shape).format(Date.parse(`${day}T00:00Z`));
}

/** A minute of a day, "09:30" or "9:30 am". */
export function timeWords({ day, minute }: Wall): string {
  return formatOf("time").format(Date.parse(`${day}T${clock(minute % dayMinutes)}Z`));
}

/** "09" or "9 am". */
export function hourWords({ day, minute }: Wall): string {
  return formatOf("hour").format(Date.parse(`${day}T${clock(minute % dayMinutes)}Z`));
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
 * What stands over a view, "November 2026", and apart the year, which stands behind it in a paler tone.
 * @param isShort where there is little room: a day of the week by its first letters.
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
