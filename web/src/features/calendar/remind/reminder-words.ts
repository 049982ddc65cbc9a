import type { Reminder } from "@atoll/contract/calendar/limits";
import { timeWords } from "../time/day-words.ts";
import { dayMinutes } from "../time/wall.ts";

/** "10 minutes before, on my devices". */
export function reminderInWords({ minutesBefore, method }: Reminder, isAllDay: boolean): string {
  const when = isAllDay ? onDayInWords(minutesBefore) : beforeInWords(minutesBefore);
  return `${when}${method === "push" ? ", on my devices" : ", in the inbox"}`;
}

/** "10 minutes before", "1 day before". */
export function beforeInWords(minutes: number): string {
  if (minutes === 0) return "When it begins";
  const [count, unit] =
    minutes % dayMinutes === 0
      ? [minutes / dayMinutes, "day"]
      : minutes % 60 === 0
        ? [minutes / 60, "hour"]
        : [minutes, "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"} before`;
}

/** Before a whole day, by the clock: "At 09:00 the day before". */
export function onDayInWords(minutes: number): string {
  const days = Math.ceil(minutes / dayMinutes);
  const at = `At ${timeWords({ day: "2024-01-01", minute: days * dayMinutes - minutes })}`;
  if (days === 0) return `${at} on the day`;
  return days === 1 ? `${at} the day before` : `${at} ${days} days before`;
}

/**
 * Returns the reminders whose time has passed although the event has not started. They are not sent any more.
 * @param startsAt the start. For all-day events, the first minute in the viewer's time zone.
 */
export function lateOf(reminders: readonly Reminder[], startsAt: Date, now: Date): Reminder[] {
  if (startsAt <= now) return [];
  return reminders.filter(
    ({ minutesBefore }) => startsAt.getTime() - minutesBefore * 60_000 <= now.getTime(),
  );
}

/** Returns the note about late reminders, or nothing if there are none. */
export function lateInWords(late: readonly Reminder[], isAllDay: boolean, isSeries: boolean): string {
  if (late.length === 0) return "";
  const when = [...new Set(late.map(({ minutesBefore }) => minutesBefore))].map((minutes) => {
    const words = isAllDay ? onDayInWords(minutes) : beforeInWords(minutes);
    return words.charAt(0).toLowerCase() + words.slice(1);
  });
  const said = `Too late for ${when.join(" and ")}`;
  return isSeries ? `${said} of this one; those that follow are not.` : `${said}: no reminder is sent then.`;
}
