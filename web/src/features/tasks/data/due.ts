import { type DueDay, isOverdue, overdueFrom } from "@atoll/contract/tasks/due";
import { dayIn } from "@atoll/contract/zones";
import { formatDate, formatTime, isSameDay } from "../../../lib/format-date.ts";

/** "Today", "Today, 17:00" or "24 Nov", and whether that is past. */
export function describeDue(due: DueDay, now: Date): { text: string; isToday: boolean; isLate: boolean } {
  const zone = ownZone();
  const moment = due.clock ? overdueFrom(due, zone) : new Date(`${due.date}T00:00`);
  const isToday = isSameDay(moment, now);
  const day = isToday ? "Today" : formatDate(moment, now);
  return {
    text: due.clock ? `${day}, ${formatTime(moment)}` : day,
    isToday,
    isLate: isOverdue(due, zone, now),
  };
}

/** The viewer's day, as the server writes it. */
export function dayOf(now: Date): string {
  return dayIn(ownZone(), now);
}

/** Where the viewer is, as their device says it. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
