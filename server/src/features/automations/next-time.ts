import type { Trigger } from "@atoll/contract/automations/schemas";
import { addDays, dayIn, instantIn, weekdayOf } from "@atoll/contract/zones";
import { nextCronTime, readCron } from "./cron.ts";

/** A trigger that starts at times, and not by a change. */
export type Timed = Extract<Trigger, { zone: string }>;

export const isTimed = (trigger: Trigger): trigger is Timed => "zone" in trigger;

/** The longest time between two days of a schedule, with one to spare. */
const maxDays = 33;

/** Pure: returns the first time of a schedule after an instant, as `timesOf`. */
export const nextTime = (trigger: Timed, after: Date): Date | null => timesOf(trigger)(after);

/**
 * Pure: reads a schedule, and returns a function that finds its first time after an instant. A time that the clocks jump
 * over is the moment behind the jump, and of a time that comes twice only the first counts: each day has one. Null for a
 * pattern without times.
 */
export function timesOf(trigger: Timed): (after: Date) => Date | null {
  if (trigger.kind !== "cron") return (after) => nextOnDay(trigger, after);
  const times = readCron(trigger.pattern);
  return (after) => (typeof times === "string" ? null : nextCronTime(times, trigger.zone, after));
}

function nextOnDay(trigger: Exclude<Timed, { kind: "cron" }>, after: Date): Date | null {
  const { time, zone } = trigger;
  let day = dayIn(zone, after);
  for (let count = 0; count < maxDays; count += 1, day = addDays(day, 1)) {
    const at = instantIn(zone, day, time);
    if (at > after && isDayOf(trigger, day)) return at;
  }
  return null;
}

function isDayOf(trigger: Exclude<Timed, { kind: "cron" }>, day: string): boolean {
  if (trigger.kind !== "schedule" || trigger.every === "day") return true;
  if (trigger.every === "week")
    // Without any, it is Monday.
    return (trigger.weekdays.length > 0 ? trigger.weekdays : [1]).includes(weekdayOf(day));
  const ofMonth = Number(day.slice(8));
  const isLast = addDays(day, 1).endsWith("-01");
  return ofMonth === trigger.day || (isLast && trigger.day > ofMonth);
}
