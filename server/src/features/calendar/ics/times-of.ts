import { maxIcsTimes } from "@atoll/contract/calendar/ics-limits";
import { deriveTimes } from "../time/derive-times.ts";
import { IcsRefusal } from "./ics-refusal.ts";
import type { IcsCalendar } from "./read.ts";

/**
 * The times of each event of a file, each as `DerivedTimes` in JSON: one text costs whoever gets it from a thread
 * nothing, thousands of objects would.
 * @throws {IcsRefusal} for more than can be kept at once.
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
