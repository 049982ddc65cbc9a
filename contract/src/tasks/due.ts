import { addDays, instantIn } from "../zones.ts";

/** A day, and beyond it may be a time on the clock of one zone. */
export interface DueDay {
  date: string;
  clock: { time: string; zone: string } | null;
}

/**
 * The moment from which a task is overdue: with a time that moment, wherever one is; else when its day has ended where
 * whoever looks at it is. The one answer, for browser and server: due 20 Nov 2026 it is overdue from 20 Nov 10:00 UTC on
 * in Kiritimati, and from 21 Nov 08:00 UTC on in Los Angeles. Specification, section 3 (task: due_date).
 * @param zone of whoever looks, as IANA names it.
 */
export function overdueFrom({ date, clock }: DueDay, zone: string): Date {
  return clock ? instantIn(clock.zone, date, clock.time) : instantIn(zone, addDays(date, 1));
}

export function isOverdue(due: DueDay, zone: string, now: Date): boolean {
  return overdueFrom(due, zone) <= now;
}
