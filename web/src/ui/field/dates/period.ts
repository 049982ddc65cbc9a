import { addDays, weekdayOf } from "@atoll/contract/zones";

/** A time that is counted over, from its first to its last day. */
export interface Period {
  /** As the address says it. */
  value: string;
  from: string;
  to: string;
}

/** Whole weeks up to today. */
export const periods = [
  { value: "4w", label: "Last 4 weeks", weeks: 4 },
  { value: "12w", label: "Last 12 weeks", weeks: 12 },
  { value: "26w", label: "Last 26 weeks", weeks: 26 },
  { value: "52w", label: "Last 52 weeks", weeks: 52 },
] as const;
export const usualPeriod = "12w";

const own = /^(\d{4}-\d\d-\d\d)~(\d{4}-\d\d-\d\d)$/;

/**
 * Parses a period from the address, `26w` or `2026-01-01~2026-03-31`. Invalid or too long periods become the default.
 */
export function readPeriod(said: unknown, today: string, longestDays = 1830): Period {
  const [, from = "", to = ""] = (typeof said === "string" && own.exec(said)) || [];
  if (isDay(from) && isDay(to) && from <= to && addDays(from, longestDays) > to)
    return { value: `${from}~${to}`, from, to };
  const { value, weeks } = periods.find((one) => one.value === said) ?? periods[1];
  const monday = addDays(today, 1 - weekdayOf(today));
  return { value, from: addDays(monday, -7 * (weeks - 1)), to: today };
}

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00Z`);
  return at >= Date.UTC(1970, 0) && at < Date.UTC(2200, 0) && new Date(at).toISOString().startsWith(text);
}
