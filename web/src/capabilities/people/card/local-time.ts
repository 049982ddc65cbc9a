import type { Preferences } from "@atoll/contract/identity/preferences";

/** Returns a person's local time in the viewer's format. Null if their time zone is unknown. */
export function localTime(
  timeZone: string | null,
  now: Date,
  { language, hours }: Pick<Preferences, "language" | "hours">,
): string | null {
  if (timeZone === null) return null;
  return new Intl.DateTimeFormat(language, {
    weekday: "short",
    hour: hours === "12" ? "numeric" : "2-digit",
    minute: "2-digit",
    hourCycle: hours === "12" ? "h12" : "h23",
    timeZone,
  }).format(now);
}
