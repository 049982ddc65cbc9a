import type { Due } from "@atoll/contract/tasks/schemas";
import { formatDate, formatTime, isSameDay } from "../../../lib/format-date.ts";

type AnyDue = Pick<Due, "date"> & { clock: { time: string; zone: string } | null };

/** The moment after which a task is late: with a time that moment, else the end of the day where the viewer is. */
function dueEnd({ date, clock }: AnyDue): Date {
  if (clock) return inZone(date, clock.time, clock.zone);
  const end = localDay(date);
  end.setDate(end.getDate() + 1);
  return end;
}

/** "Today", "Today, 17:00" or "24 Nov", and whether that is past. */
export function describeDue(due: AnyDue, now: Date): { text: string; isToday: boolean; isLate: boolean } {
  const moment = due.clock ? dueEnd(due) : localDay(due.date);
  const isToday = isSameDay(moment, now);
  const day = isToday ? "Today" : formatDate(moment, now);
  return {
    text: due.clock ? `${day}, ${formatTime(moment)}` : day,
    isToday,
    isLate: dueEnd(due) <= now,
  };
}

/** The viewer's day, as the server writes it. */
export function dayOf(now: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function localDay(date: string): Date {
  return new Date(`${date}T00:00`);
}

/** When the clocks of a zone show this; where they jump over it, a moment beside. */
function inZone(date: string, time: string, zone: string): Date {
  const asUtc = Date.parse(`${date}T${time}Z`);
  const first = asUtc - offsetMs(zone, asUtc);
  return new Date(asUtc - offsetMs(zone, first));
}

function offsetMs(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
  return shown - Math.floor(at / 1000) * 1000;
}
