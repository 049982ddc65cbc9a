import { maxIcsTimes } from "@atoll/contract/calendar/ics-limits";
import { deriveTimes } from "../time/derive-times.ts";
import { IcsRefusal } from "./ics-refusal.ts";
import type { IcsCalendar } from "./read.ts";

/**
 * Returns the times of each event of a file, each as `DerivedTimes` in JSON: passing one text from a thread costs the
 * receiver nothing, passing thousands of objects would.
 * @throws {IcsRefusal} if they are too many to store at once.
 */
export function timesOf({ events }: IcsCalendar, now: Date, most = maxIcsTimes): string[] {
  let count = 0;
  return events.map(({ series, exceptions }) => {
    const derived = deriveTimes(
      series,
      exceptions.map(({ occurrence, kind, ...override }) => ({ occurrence, kind, override })),
      now,
    );
    count += derived.times.length;
    if (count > most) throw new IcsRefusal("ics_too_much", "too many times");
    return JSON.stringify(derived);
  });
}
