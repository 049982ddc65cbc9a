const dayMs = 86_400_000;

/** A day so many days later, as "2026-11-20". Days are days of a calendar here, and have no zone. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The Monday of the week that a day is in. */
export function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** The first day of a month that lies so many months after that of a day. */
export function monthOf(day: string, months = 0): string {
  const date = new Date(`${day.slice(0, 7)}-01`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
}

/** How many days lie between two, the first one before the other. */
export function daysApart(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / dayMs);
}

/** ISO 8601: the number of the week that a Monday begins. */
export function weekNumber(monday: string): number {
  const thursday = addDays(monday, 3);
  return 1 + Math.floor(daysApart(`${thursday.slice(0, 4)}-01-01`, thursday) / 7);
}
