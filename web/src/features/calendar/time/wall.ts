import { clockIn, daysFrom } from "@atoll/contract/zones";
import { addDays, clock, instantOf, ownTimeZone } from "../../../lib/time/wall-time.ts";

/** A minute of a day, as the person's wall shows them: what the grid is drawn by. */
export interface Wall {
  /** YYYY-MM-DD */
  day: string;
  /** From 0; 1440 is the end of the day. */
  minute: number;
}

/** From one moment to another, of walls. The end does not belong to it. */
export interface WallSpan {
  from: Wall;
  to: Wall;
}

export const dayMinutes = 24 * 60;

/** Where the person's wall stands at an instant. */
export function wallAt(instant: string | Date, zone = ownTimeZone()): Wall {
  const { date, minute } = clockIn(zone, new Date(instant));
  return { day: date, minute };
}

/** When the person's wall shows this. */
export function instantOfWall(wall: Wall): Date {
  const { day, minute } = shiftWall(wall, 0);
  return instantOf(day, clock(minute));
}

/** "2027-03-13T02:30", and of a day alone its first minute. */
export function readWall(text: string): Wall {
  const [day = "", time = "00:00"] = text.split("T");
  return { day, minute: minuteOf(time) };
}

/** As the server writes it. */
export function writeWall({ day, minute }: Wall): string {
  const at = shiftWall({ day, minute }, 0);
  return `${at.day}T${clock(at.minute)}`;
}

export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** So many minutes later, or earlier, on the wall; the minute lies within its day. */
export function shiftWall({ day, minute }: Wall, byMinutes: number): Wall {
  const moved = minute + byMinutes;
  const days = Math.floor(moved / dayMinutes);
  return { day: addDays(day, days), minute: moved - days * dayMinutes };
}

/** How many minutes the second one is later. */
export function minutesBetween(one: Wall, other: Wall): number {
  return daysFrom(one.day, other.day) * dayMinutes + other.minute - one.minute;
}

export function shiftSpan({ from, to }: WallSpan, byMinutes: number): WallSpan {
  return { from: shiftWall(from, byMinutes), to: shiftWall(to, byMinutes) };
}

/** Onto the lines of the grid. */
export function snap(minute: number, step: number): number {
  return Math.round(minute / step) * step;
}
