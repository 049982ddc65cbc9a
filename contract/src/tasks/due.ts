import { addDays, dayIn, daysFrom, instantIn } from "../zones.ts";

/** Said by the form of a new task, and by the server. */
export const startAfterDueText = "A task cannot start after the day on which it is due.";

/** A day, and beyond it may be a time on the clock of one zone. */
export interface DueDay {
  date: string;
  clock: { time: string; zone: string } | null;
}

/**
 * Returns the moment from which a task is overdue. With a due time, that is a moment, the same everywhere. Without one,
 * it is the end of the due day in the viewer's time zone. Browser and server share this function: a task due on 20 Nov
 * 2026 is overdue from 20 Nov 10:00 UTC in Kiritimati, and from 21 Nov 08:00 UTC in Los Angeles. Specification, section
 * 3 (task: due_date).
 * @param zone of the viewer, as an IANA name.
 */
export function overdueFrom({ date, clock }: DueDay, zone: string): Date {
  return clock ? instantIn(clock.zone, date, clock.time) : instantIn(zone, addDays(date, 1));
}

export function isOverdue(due: DueDay, zone: string, now: Date): boolean {
  return overdueFrom(due, zone) <= now;
}

/**
 * Returns the due date on another day, with its own time of day. The day is one of the viewer, on which a time of another
 * zone may have another date. Browser and server share this function.
 * @param zone of the viewer, as an IANA name.
 */
export function dueOnDay(due: DueDay | null, { date, zone }: { date: string; zone: string }): DueDay {
  if (!due?.clock) return { date, clock: null };
  const moved = addDays(due.date, daysFrom(dayIn(zone, overdueFrom(due, zone)), date));
  // A day beyond the calendar (`daySchema`) cannot be stored.
  return { date: moved < "1900" || moved >= "2200" ? date : moved, clock: due.clock };
}
