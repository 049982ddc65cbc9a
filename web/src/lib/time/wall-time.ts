import { instantIn } from "@atoll/contract/zones";
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

/** When the person's clock shows a time on a day; an invalid date for what is neither. */
export function instantOf(day: string, time = "00:00"): Date {
  if (Number.isNaN(Date.parse(`${day}T${time}Z`))) return new Date(Number.NaN);
  return instantIn(ownTimeZone(), day, time);
}
