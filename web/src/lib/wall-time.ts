import { instantIn } from "@atoll/contract/zones";
import { ownTimeZone } from "./wall-clock.ts";

export { addDays, weekdayOf } from "@atoll/contract/zones";

/** When the person's clock shows a time on a day; an invalid date for what is neither. */
export function instantOf(day: string, time = "00:00"): Date {
  if (Number.isNaN(Date.parse(`${day}T${time}Z`))) return new Date(Number.NaN);
  return instantIn(ownTimeZone(), day, time);
}
