import { dayOf } from "../../../lib/time/wall-clock.ts";
import { addDays, instantOf, weekdayOf } from "../../../lib/time/wall-time.ts";

export interface SnoozeTime {
  label: string;
  until: Date;
}

const morning = "09:00";
const laterMs = 3 * 3600_000;
const stepMs = 30 * 60_000;

/**
 * Until when something is put off, by the clock on the wall where the person is: later today, if that is still today;
 * tomorrow and next Monday in the morning. On a Sunday the last two are one.
 */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const later = new Date(Math.ceil((now.getTime() + laterMs) / stepMs) * stepMs);
  const today = dayOf(now);
  const tomorrow = nextMorning(now);
  const nextWeek = instantOf(addDays(today, 8 - weekdayOf(today)), morning);
  return [
    ...(dayOf(later) === today ? [{ label: "Later today", until: later }] : []),
    { label: "Tomorrow", until: tomorrow },
    ...(nextWeek.getTime() === tomorrow.getTime() ? [] : [{ label: "Next week", until: nextWeek }]),
  ];
}

/** By the calendar and not by hours: a night in which clocks are changed is longer or shorter. */
export function nextMorning(now: Date): Date {
  return instantOf(addDays(dayOf(now), 1), morning);
}
