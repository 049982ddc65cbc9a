import { instantIn } from "@atoll/contract/zones";
import { chosenPreferences } from "./preferences.ts";

export { addDays, weekdayOf } from "@atoll/contract/zones";

/** Where the person is, as they say or else as the browser does; as IANA names it. */
export function ownTimeZone(): string {
  return chosenPreferences().timeZone ?? browserTimeZone();
}

export function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** When the person's clock shows a time on a day; an invalid date for what is neither. */
export function instantOf(day: string, time = "00:00"): Date {
  if (Number.isNaN(Date.parse(`${day}T${time}Z`))) return new Date(Number.NaN);
  return instantIn(ownTimeZone(), day, time);
}
