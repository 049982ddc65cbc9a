import type { FreeBusy } from "@atoll/contract/calendar/free-schemas";
import { instantIn } from "@atoll/contract/zones";
import { addDays, clock, ownTimeZone, weekdayOf } from "../../../lib/time/wall-time.ts";
import { dayMinutes, minutesBetween, shiftWall, type Wall, wallAt } from "../time/wall.ts";

export type FreePerson = FreeBusy["people"][number];
type As = FreePerson["busy"][number]["as"];

/** A stretch of time, wherever anybody is. */
export interface Stretch {
  from: Date;
  until: Date;
  /** Says where somebody is: nobody's working hours are asked about it. */
  isAllDay?: boolean;
}

/** How a stretch suits somebody. */
export interface Judged {
  as: "free" | As;
  /** When what takes their time begins within it. */
  takenAt: Date | undefined;
  isOutside: boolean;
  /** The local time at the start for a person in another time zone. Undefined for people in the viewer's. */
  there: Wall | undefined;
}

/** The firmest of what lies in a stretch. */
const firmness: readonly As[] = ["out", "busy", "tentative"];

export function judge(person: FreePerson, { from, until, isAllDay = false }: Stretch): Judged {
  const taken = person.busy.filter(
    ({ startsAt, endsAt }) => new Date(startsAt) < until && new Date(endsAt) > from,
  );
  const as = firmness.find((one) => taken.some((busy) => busy.as === one));
  const first = taken.find((busy) => busy.as === as);
  const there = wallAt(from, person.zone);
  return {
    as: as ?? "free",
    takenAt: first && new Date(Math.max(Date.parse(first.startsAt), from.getTime())),
    isOutside: !isAllDay && isOutside(person, there, Math.round((until.getTime() - from.getTime()) / 60_000)),
    there: person.zone === ownTimeZone() ? undefined : there,
  };
}

/** They are free, and it lies in their working hours. */
export function isSuited({ as, isOutside }: Judged): boolean {
  return as === "free" && !isOutside;
}

function isOutside({ workingHours }: FreePerson, { day, minute }: Wall, minutes: number): boolean {
  const working = workingHours[weekdayOf(day) - 1];
  return !working || minute < working.from || minute + minutes > working.until;
}

/** A part of a day, in minutes of one's own wall. */
export interface Part {
  from: number;
  to: number;
  as: As | "working";
}

/** Returns a person's working hours on a day, and the busy parts of them. */
export function partsOfDay({ zone, workingHours, busy }: FreePerson, day: string): Part[] {
  const at = (instant: Date) => minutesBetween({ day, minute: 0 }, wallAt(instant));
  const there = (theirDay: string, minute: number) => {
    const wall = shiftWall({ day: theirDay, minute }, 0);
    return at(instantIn(zone, wall.day, clock(wall.minute)));
  };
  const working = [-1, 0, 1].flatMap((days): Part[] => {
    const theirDay = addDays(day, days);
    const hours = workingHours[weekdayOf(theirDay) - 1];
    return hours
      ? [{ from: there(theirDay, hours.from), to: there(theirDay, hours.until), as: "working" }]
      : [];
  });
  const taken = busy.map(
    ({ startsAt, endsAt, as }): Part => ({ from: at(new Date(startsAt)), to: at(new Date(endsAt)), as }),
  );
  return [...working, ...taken].filter(({ from, to }) => to > 0 && from < dayMinutes && from < to);
}
