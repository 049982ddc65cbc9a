import type { NotificationTab } from "../notification-kind.ts";
import { addDays, dayIn, instantIn, weekdayOf } from "../zones.ts";
import type { MailPreferences } from "./schemas.ts";

/** The tabs of the inbox whose unread entries a digest lists, the most important first. */
export const digestTabs = [
  "must-read",
  "mentions",
  "messages",
  "replies",
] as const satisfies readonly NotificationTab[];

export type DigestTime = Pick<MailPreferences, "digest" | "digestHour" | "digestWeekday">;

/**
 * Returns the last time a digest was due, with its day in the zone. An hour that clocks skip in the night of their change
 * comes as much later; of an hour that comes twice, the first counts.
 */
export function lastDigest(time: DigestTime, zone: string, now: Date): { day: string; at: Date } {
  const today = dayIn(zone, now);
  const isWeekly = time.digest === "weekly";
  const day = isWeekly ? addDays(today, -((weekdayOf(today) - time.digestWeekday + 7) % 7)) : today;
  const at = instantIn(zone, day, clockOf(time));
  if (at <= now) return { day, at };
  const before = addDays(day, isWeekly ? -7 : -1);
  return { day: before, at: instantIn(zone, before, clockOf(time)) };
}

/** Returns the next time a digest is due, later than now. */
export function nextDigest(time: DigestTime, zone: string, now: Date): Date {
  const { day } = lastDigest(time, zone, now);
  return instantIn(zone, addDays(day, time.digest === "weekly" ? 7 : 1), clockOf(time));
}

function clockOf({ digestHour }: DigestTime): string {
  return `${String(digestHour).padStart(2, "0")}:00`;
}
