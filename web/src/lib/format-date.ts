const locale = "en-GB";
const time = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hour12: false });
const clock = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const dayAndMonth = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" });
const dayMonthYear = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" });
const weekday = new Intl.DateTimeFormat(locale, { weekday: "long" });
const longDate = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long" });
const longDateYear = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", year: "numeric" });

/** "09:31", in the person's time zone. */
export function formatTime(instant: string | Date): string {
  return time.format(new Date(instant));
}

/** "09:31:07", in the person's time zone, where the order of acts within a minute matters. */
export function formatClock(instant: string | Date): string {
  return clock.format(new Date(instant));
}

/** "19 Nov", with the year when it is not this one. */
export function formatDate(instant: string | Date, now = new Date()): string {
  const date = new Date(instant);
  return (date.getFullYear() === now.getFullYear() ? dayAndMonth : dayMonthYear).format(date);
}

/** The heading over a day's messages: "Today", "Yesterday", "Friday 20 November". */
export function formatDay(instant: string | Date, now = new Date()): string {
  const date = new Date(instant);
  const age = daysBetween(date, now);
  if (age === 0) return "Today";
  if (age === 1) return "Yesterday";
  const sameYear = date.getFullYear() === now.getFullYear();
  return `${weekday.format(date)} ${(sameYear ? longDate : longDateYear).format(date)}`;
}

/** "Friday, 20 November", as a sentence names a day. */
export function formatLongDate(instant: string | Date): string {
  const date = new Date(instant);
  return `${weekday.format(date)}, ${longDate.format(date)}`;
}

/** "20 Nov 2026, 09:31", for tooltips and machine-read titles. */
export function formatInstant(instant: string | Date): string {
  return `${dayMonthYear.format(new Date(instant))}, ${formatTime(instant)}`;
}

/** Whether two instants lie on the same day in the person's time zone. */
export function isSameDay(a: string | Date, b: string | Date): boolean {
  return daysBetween(new Date(a), new Date(b)) === 0;
}

/** Counted over calendar days, so that the night the clocks change does not count as none or two. */
function daysBetween(earlier: Date, later: Date): number {
  const dayNumber = (date: Date) =>
    Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
  return dayNumber(later) - dayNumber(earlier);
}
