/** Days and clocks of time zones, the same in the browser and on the server. Days are written YYYY-MM-DD. */

const dayMs = 24 * 3600_000;

/**
 * When the clocks of a zone show this. Where they jump over it, the moment that is as far behind the jump; of a time
 * that comes twice, the first.
 * @param time HH:MM
 * @throws {RangeError} for a zone that this runtime does not know.
 */
export function instantIn(zone: string, date: string, time = "00:00"): Date {
  const name = `${zone} ${date} ${time}`;
  const known = instants.get(name);
  if (known !== undefined) return new Date(known);
  const instant = findInstant(zone, date, time);
  if (instants.size >= maxInstants) instants.clear();
  instants.set(name, instant.getTime());
  return instant;
}

/** Asking the zone takes far longer than remembering, and a screen of tasks asks for the same few days again and again. */
const instants = new Map<string, number>();
const maxInstants = 2_000;

function findInstant(zone: string, date: string, time: string): Date {
  const asUtc = Date.parse(`${date}T${time}Z`);
  // Clocks are changed at most once within these two days.
  const [before, after] = [offsetMs(zone, asUtc - dayMs), offsetMs(zone, asUtc + dayMs)];
  const early = asUtc - Math.max(before, after);
  if (offsetMs(zone, early) === Math.max(before, after)) return new Date(early);
  const late = asUtc - Math.min(before, after);
  return new Date(offsetMs(zone, late) === Math.min(before, after) ? late : asUtc - before);
}

/**
 * Returns the instant, or the first or last one that can be sent (`instantSchema`) if it is beyond them. A day at the edge
 * of the calendar begins beyond it in some zones.
 */
export function clampInstant(at: Date): Date {
  return new Date(Math.min(Math.max(at.getTime(), firstInstantMs), lastInstantMs));
}

const firstInstantMs = Date.UTC(1900, 0, 1);
const lastInstantMs = Date.UTC(2200, 0, 1) - 1;

/** Returns the local date and minute of the day (from 0) in a zone. */
export function clockIn(zone: string, at: Date): { date: string; minute: number } {
  const local = new Date(at.getTime() + offsetMs(zone, at.getTime()));
  return {
    date: local.toISOString().slice(0, 10),
    minute: local.getUTCHours() * 60 + local.getUTCMinutes(),
  };
}

/** The day that it is in a zone. */
export function dayIn(zone: string, at: Date): string {
  return clockIn(zone, at).date;
}

/** The day so many days later, or earlier. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** How many days later the second one is. */
export function daysFrom(date: string, later: string): number {
  return Math.round((Date.parse(`${later}T00:00Z`) - Date.parse(`${date}T00:00Z`)) / dayMs);
}

/** Monday is 1, Sunday is 7. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00Z`).getUTCDay() || 7;
}

/** Making one takes far longer than using it. */
const clocks = new Map<string, Intl.DateTimeFormat>();
const maxClocks = 500;

function offsetMs(zone: string, at: number): number {
  const parts = clockOf(zone).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
  return shown - Math.floor(at / 1000) * 1000;
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  if (clocks.size >= maxClocks) clocks.clear();
  clocks.set(timeZone, clock);
  return clock;
}
