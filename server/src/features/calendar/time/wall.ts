/**
 * Wall times, without a zone: "2027-03-13T02:30", or "2026-11-20" for a whole day. For arithmetic they are milliseconds
 * as if in UTC, which are not instants.
 */
const walls = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2}))?)?$/;

export const dayMs = 86_400_000;

/** The years of the calendar, the same as for all instants that are sent (`instantSchema`). */
const firstYear = 1900;
const lastYear = 2199;

/** The first and last instants that can be sent. Wall times at the edges of the calendar may be outside of them. */
export const firstMs = Date.UTC(firstYear, 0, 1);
export const lastMs = Date.UTC(lastYear + 1, 0, 1) - 1;

/**
 * Parses a wall time, or a day if `allDay`.
 * @returns its milliseconds, or null for an invalid text, such as 30 February.
 */
export function readWall(text: string, allDay: boolean): number | null {
  const parts = walls.exec(text);
  if (!parts || (parts[4] === undefined) !== allDay) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (year < firstYear || year > lastYear) return null;
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  return writeWall(ms, allDay) === withoutZeroSeconds(text) ? ms : null;
}

/** Formats a wall time. Seconds are written only if they are not zero. */
export function writeWall(ms: number, allDay: boolean): string {
  const text = new Date(ms).toISOString();
  return allDay ? text.slice(0, 10) : withoutZeroSeconds(text.slice(0, 19));
}

function withoutZeroSeconds(text: string): string {
  return text.length === 19 && text.endsWith(":00") ? text.slice(0, 16) : text;
}
