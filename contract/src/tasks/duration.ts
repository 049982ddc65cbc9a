const perHour = 60;
/** A hundred days of work, more than one entry or estimate can mean. */
export const maxTaskMinutes = 60_000;

/**
 * Returns the minutes that a person typed: "1h 30m", "1:30", "90m", "1.5h", "2 h", or a number of minutes alone.
 * Undefined for anything else, and for more than `maxTaskMinutes`.
 */
export function readDuration(text: string): number | undefined {
  const typed = text.trim().toLowerCase().replace(",", ".");
  const [, clockHours, clockMinutes] = /^(\d{1,4}):([0-5]\d)$/.exec(typed) ?? [];
  const [whole, hours, minutes] =
    /^(?:(\d{1,4}(?:\.\d{1,2})?)\s*h(?:ours?|rs?)?)?\s*(?:(\d{1,5})\s*m(?:in(?:utes?|s)?)?)?$/.exec(typed) ??
    [];
  const total =
    clockHours !== undefined
      ? Number(clockHours) * perHour + Number(clockMinutes)
      : /^\d{1,5}$/.test(typed)
        ? Number(typed)
        : whole
          ? Math.round(Number(hours ?? 0) * perHour) + Number(minutes ?? 0)
          : undefined;
  return total !== undefined && total > 0 && total <= maxTaskMinutes ? total : undefined;
}

/** Minutes as people read them: "1h 30m". */
export function writeDuration(minutes: number): string {
  const hours = Math.floor(minutes / perHour);
  const rest = Math.round(minutes % perHour);
  if (hours === 0) return `${rest}m`;
  return rest === 0 ? `${hours}h` : `${hours}h ${rest}m`;
}
