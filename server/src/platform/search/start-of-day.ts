const dayMs = 24 * 60 * 60 * 1000;

/** When a day (YYYY-MM-DD) begins in a time zone, or the day after it. */
export function startOfDay(day: string, timeZone: string, daysLater: 0 | 1 = 0): Date {
  const asUtc = Date.parse(`${day}T00:00:00Z`) + daysLater * dayMs;
  // The zone's distance from UTC may differ between the guess and the answer, where clocks are put forward or back.
  const guess = asUtc - aheadOfUtcMs(asUtc, timeZone);
  return new Date(asUtc - aheadOfUtcMs(guess, timeZone));
}

function aheadOfUtcMs(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric" },
    ...{ hour: "numeric", minute: "numeric", second: "numeric" },
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  const shown = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return shown - at;
}
