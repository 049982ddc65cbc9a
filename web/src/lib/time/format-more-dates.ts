import { makeFormat, write } from "./format-date.ts";

// Formats that only some pages need, separate from the first load.

/** "09:31:07", where the order of acts within a minute matters. */
export function formatClock(instant: string | Date): string {
  return makeFormat({ hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(new Date(instant));
}

/** "Fri". */
export function formatWeekday(instant: string | Date): string {
  return makeFormat({ weekday: "short" }).format(new Date(instant));
}

/** "Friday, 20 November", as a sentence names a day. */
export function formatLongDate(instant: string | Date): string {
  return `${write("weekday", instant)}, ${write("longDate", instant)}`;
}

/** "Nov 2026". */
export function formatMonth(instant: string | Date): string {
  return makeFormat({ month: "short", year: "numeric" }).format(new Date(instant));
}
