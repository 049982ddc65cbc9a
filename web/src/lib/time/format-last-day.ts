import { write } from "./format-date.ts";

/** "28 Feb 2027": the day with which an access ends. The stored end is the moment after that day. */
export function formatLastDay(end: string): string {
  return write("dayMonthYear", new Date(Date.parse(end) - 1));
}
