import { chosenPreferences, preferencesVersion } from "../preferences.ts";
import { dayOf, daysBetween } from "./wall-clock.ts";

// The one home of dates and times in words: as the person chose to read them, in their time zone. See docs/decisions/056.

/** Formats a time as "09:31", or "9:31 am" for people with a 12-hour clock. */
export function formatTime(instant: string | Date): string {
  return write("time", instant);
}

/** "19 Nov", with the year when it is not this one. */
export function formatDate(instant: string | Date, now = new Date()): string {
  return write(isSameYear(instant, now) ? "dayAndMonth" : "dayMonthYear", instant);
}

/** The heading over a day's messages: "Today", "Yesterday", "Friday 20 November". */
export function formatDay(instant: string | Date, now = new Date()): string {
  const age = daysBetween(dayOf(instant), dayOf(now));
  if (age === 0) return "Today";
  if (age === 1) return "Yesterday";
  return `${write("weekday", instant)} ${write(isSameYear(instant, now) ? "longDate" : "longDateYear", instant)}`;
}

/** "20 Nov 2026, 09:31", for tooltips and machine-read titles. */
export function formatInstant(instant: string | Date): string {
  return `${write("dayMonthYear", instant)}, ${formatTime(instant)}`;
}

/** Returns whether two instants lie on the same day where the person is. */
export function isSameDay(a: string | Date, b: string | Date): boolean {
  return dayOf(a) === dayOf(b);
}

function isSameYear(a: string | Date, b: string | Date): boolean {
  return dayOf(a).slice(0, 4) === dayOf(b).slice(0, 4);
}

const shapes = {
  time: { hour: "2-digit", minute: "2-digit" },
  dayAndMonth: { day: "numeric", month: "short" },
  dayMonthYear: { day: "numeric", month: "short", year: "numeric" },
  weekday: { weekday: "long" },
  longDate: { day: "numeric", month: "long" },
  longDateYear: { day: "numeric", month: "long", year: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Making one takes far longer than using it. */
const made = new Map<keyof typeof shapes, Intl.DateTimeFormat>();
let madeFor = preferencesVersion();

/** Writes an instant in one of the shapes above. */
export function write(shape: keyof typeof shapes, instant: string | Date): string {
  if (madeFor !== preferencesVersion()) made.clear();
  madeFor = preferencesVersion();
  let format = made.get(shape);
  if (!format) {
    format = makeFormat(shapes[shape]);
    made.set(shape, format);
  }
  return format.format(new Date(instant));
}

/** Pure but for the choices: what writes a shape, where the person is unless another zone is given. */
export function makeFormat(
  shape: Intl.DateTimeFormatOptions,
  timeZone = chosenPreferences().timeZone,
): Intl.DateTimeFormat {
  const { language, hours } = chosenPreferences();
  const isTime = shape.hour !== undefined;
  return new Intl.DateTimeFormat(language, {
    ...shape,
    ...(timeZone === null ? {} : { timeZone }),
    ...(isTime && hours === "12" ? { hour: "numeric", hourCycle: "h12" } : {}),
    ...(isTime && hours === "24" ? { hourCycle: "h23" } : {}),
  });
}
