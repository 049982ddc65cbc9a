import { formatDate } from "./format-date.ts";

/**
 * How long ago something was: "24s", "6m", "3h", "2d", and after a week its date, "19 Nov". Specification,
 * section 2, recent activity. A moment in the future, by a clock that is a little ahead, counts as now.
 */
export function formatAge(instant: string | Date, now = new Date()): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - new Date(instant).getTime()) / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 60 * 60) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 24 * 60 * 60) return `${Math.floor(seconds / 3600)}h`;
  const days = Math.floor(seconds / 86_400);
  return days < 7 ? `${days}d` : formatDate(instant, now);
}
