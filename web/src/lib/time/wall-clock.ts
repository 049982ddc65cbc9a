import { chosenPreferences } from "../preferences.ts";

/** The day that the person's calendar shows at an instant, as "2026-11-20". */
export function dayOf(instant: string | Date): string {
  const date = new Date(instant);
  const { timeZone } = chosenPreferences();
  if (timeZone === null) {
    const two = (part: number) => String(part).padStart(2, "0");
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  }
  // Swedes write their days as machines do. Making it takes far longer than using it.
  if (calendar?.timeZone !== timeZone)
    calendar = { timeZone, days: new Intl.DateTimeFormat("sv-SE", { timeZone }) };
  return calendar.days.format(date);
}

let calendar: { timeZone: string; days: Intl.DateTimeFormat } | undefined;

/** Pure: how many days lie between two. */
export function daysBetween(earlier: string, later: string): number {
  return (Date.parse(later) - Date.parse(earlier)) / 86_400_000;
}
