/** The time zone of the server, as its `TZ` says: days of the company that name no zone of their own are days there. */
export const serverZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const dayFormat = new Intl.DateTimeFormat("en-CA", {
  ...{ timeZone: serverZone, year: "numeric", month: "2-digit", day: "2-digit" },
});

/** Returns the day at the server, as "2026-11-20". */
export function todayAtServer(now = new Date()): string {
  return dayFormat.format(now);
}
