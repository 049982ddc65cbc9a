import { type DueDay, isOverdue, overdueFrom } from "@atoll/contract/tasks/due";
import { formatDate, formatTime, isSameDay } from "../../../lib/time/format-date.ts";
import { instantOf, ownTimeZone } from "../../../lib/time/wall-time.ts";

/** "Today", "Today, 17:00" or "24 Nov", and whether that is past. */
export function describeDue(due: DueDay, now: Date): { text: string; isToday: boolean; isLate: boolean } {
  const zone = ownTimeZone();
  const moment = due.clock ? overdueFrom(due, zone) : instantOf(due.date);
  const isToday = isSameDay(moment, now);
  const day = isToday ? "Today" : formatDate(moment, now);
  return {
    text: due.clock ? `${day}, ${formatTime(moment)}` : day,
    isToday,
    isLate: isOverdue(due, zone, now),
  };
}
