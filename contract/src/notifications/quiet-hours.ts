import { clockIn, weekdayOf } from "../zones.ts";
import type { QuietHours } from "./settings-schemas.ts";

/**
 * Whether an instant lies in somebody's quiet hours, by the clock on the wall of their time zone: a span that begins at
 * 22:00 and ends at 07:00 does so also in the night in which clocks are changed, which makes it an hour shorter or
 * longer. Hours that a clock shows twice are quiet both times.
 */
export function isQuiet({ timeZone, days }: QuietHours, now: Date): boolean {
  const { date, minute } = clockIn(timeZone, now);
  const weekday = weekdayOf(date) - 1;
  const today = days[weekday];
  const yesterday = days[(weekday + 6) % 7];
  if (today) {
    const [from, until] = [minuteOf(today.from), minuteOf(today.until)];
    if (minute >= from && (minute < until || until <= from)) return true;
  }
  if (!yesterday) return false;
  const [from, until] = [minuteOf(yesterday.from), minuteOf(yesterday.until)];
  return until <= from && minute < until;
}

/** The search for the end stops here. A caller waiting for the end asks again then. */
const farthestMinutes = 24 * 60;

/** How long it is from an instant until no quiet hours are any more, in milliseconds, and a day at most. */
export function quietForMs(hours: QuietHours, now: Date): number {
  const minuteMs = 60_000;
  // Spans begin and end with a minute, whatever the zone.
  const intoMinuteMs = now.getTime() % minuteMs;
  for (let minutes = 0; minutes < farthestMinutes; minutes += 1) {
    const ms = minutes === 0 ? 0 : minutes * minuteMs - intoMinuteMs;
    if (!isQuiet(hours, new Date(now.getTime() + ms))) return ms;
  }
  return farthestMinutes * minuteMs;
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}
