import { addDays, instantIn } from "../zones.ts";

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
