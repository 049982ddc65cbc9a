import { preferencesVersion } from "../preferences.ts";
import { makeFormat } from "./format-date.ts";
import { dayOf } from "./wall-clock.ts";

/**
 * Days and times on a wall clock in words, as the person chose to read them. They are written as a moment of UTC: finding
 * the moment in a time zone takes ten times as long as writing it.
 */
const shapes = {
  short: { weekday: "short" },
  weekdayName: { weekday: "long" },
  narrow: { weekday: "narrow" },
  date: { day: "numeric", month: "short" },
  dateYear: { day: "numeric", month: "short", year: "numeric" },
  long: { weekday: "long", day: "numeric", month: "long" },
  weekday: { weekday: "short", day: "numeric", month: "short" },
  full: { weekday: "short", day: "numeric", month: "short", year: "numeric" },
  month: { month: "long" },
  monthYear: { month: "long", year: "numeric" },
  hour: { hour: "2-digit" },
  time: { hour: "2-digit", minute: "2-digit" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type WallShape = keyof typeof shapes;

/** Formatters by shape: making one takes far longer than using it. */
const made = new Map<WallShape, Intl.DateTimeFormat>();
let madeFor = -1;

/**
 * Writes a day and time in the language and clock of the person.
 * @param day as "2026-11-20"
 * @param time as "09:30"
 */
export function formatWall(shape: WallShape, day: string, time = "00:00"): string {
  if (madeFor !== preferencesVersion()) made.clear();
  madeFor = preferencesVersion();
  const format = made.get(shape) ?? makeFormat(shapes[shape], "UTC");
  made.set(shape, format);
  return format.format(Date.parse(`${day}T${time}Z`));
}

/** Writes a day that is the same everywhere: "19 Nov", with the year when it is not this one. */
export function formatWallDate(day: string, now = new Date()): string {
  return formatWall(day.slice(0, 4) === dayOf(now).slice(0, 4) ? "date" : "dateYear", day);
}
