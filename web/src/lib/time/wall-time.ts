import { clockIn, instantIn } from "@atoll/contract/zones";
import { chosenPreferences } from "../preferences.ts";

export { addDays, weekdayOf } from "@atoll/contract/zones";

/** Where the person is, as they say or else as the browser does; as IANA names it. */
export function ownTimeZone(): string {
  return chosenPreferences().timeZone ?? browserTimeZone();
}

let here: string | undefined;

/** Where the browser is. */
export function browserTimeZone(): string {
  // To ask takes far longer than to use it, and a calendar does for each time on it. While code runs nobody travels.
  if (here === undefined) {
    here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    queueMicrotask(() => {
      here = undefined;
    });
  }
  return here;
}

/** Returns what a clock shows at a minute of the day: "09:30". */
export function clock(minute: number): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** Returns the day and time where the person is, as fields have them: "2026-11-20T09:30". */
export function wallText(instant: string | Date): string {
  const { date, minute } = clockIn(ownTimeZone(), new Date(instant));
  return `${date}T${clock(minute)}`;
}

/** Returns when the person's clock shows such a text; an invalid date for any other text. */
export function instantOfText(text: string): Date {
  const [day = "", time] = text.split("T");
  return instantOf(day, time);
}

/** When the person's clock shows a time on a day; an invalid date for what is neither. */
export function instantOf(day: string, time = "00:00"): Date {
  if (Number.isNaN(Date.parse(`${day}T${time}Z`))) return new Date(Number.NaN);
  return instantIn(ownTimeZone(), day, time);
}
