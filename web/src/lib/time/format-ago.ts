import { formatDate } from "./format-date.ts";

/**
 * How long ago something was, in words: "Just now", "18 min ago", "3 hours ago", "Yesterday", "4 days ago", and after a
 * week its date, "19 Nov". For places with room for more than the "18m" of `formatAge`.
 */
export function formatAgo(instant: string | Date, now = new Date()): string {
  const minutes = Math.floor((now.getTime() - new Date(instant).getTime()) / 60_000);
  if (minutes < 1) return "Just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return hours === 1 ? "1 hour ago" : `${hours} hours ago`;
  const days = Math.floor(hours / 24);
  if (days === 1) return "Yesterday";
  return days < 7 ? `${days} days ago` : formatDate(instant, now);
}
