import type { Trigger } from "@atoll/contract/automations/schemas";
import { addDays, dayIn, instantIn, weekdayOf } from "@atoll/contract/zones";

type Timed = Extract<Trigger, { kind: "schedule" | "task.due" }>;

/** The longest time between two days of a schedule, with one to spare. */
const maxDays = 33;

/**
 * Pure: returns the first time of a schedule after an instant. A time that the clocks jump over is the moment behind the
 * jump, and of a time that comes twice only the first counts: each day has one.
 */
export function nextTime(trigger: Timed, after: Date): Date {
  const { time, zone } = trigger;
  let day = dayIn(zone, after);
  for (let count = 0; count < maxDays; count += 1, day = addDays(day, 1)) {
    const at = instantIn(zone, day, time);
    if (at > after && isDayOf(trigger, day)) return at;
  }
  throw new Error("a schedule without days");
}

function isDayOf(trigger: Timed, day: string): boolean {
  if (trigger.kind === "task.due" || trigger.every === "day") return true;
  if (trigger.every === "week")
    // Without any, it is Monday.
    return (trigger.weekdays.length > 0 ? trigger.weekdays : [1]).includes(weekdayOf(day));
  const ofMonth = Number(day.slice(8));
  const isLast = addDays(day, 1).endsWith("-01");
  return ofMonth === trigger.day || (isLast && trigger.day > ofMonth);
}
