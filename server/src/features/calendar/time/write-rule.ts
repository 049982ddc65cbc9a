import type { Rule, Until } from "./parse-rule.ts";

/** Formats a rule, its parts always in the same order. */
export function writeRule(rule: Rule): string {
  const parts: [string, string | number | null][] = [
    ["FREQ", rule.freq],
    ["INTERVAL", rule.interval === 1 ? null : rule.interval],
    ["BYMONTH", rule.byMonth.join()],
    ["BYWEEKNO", rule.byWeekNo.join()],
    ["BYYEARDAY", rule.byYearDay.join()],
    ["BYMONTHDAY", rule.byMonthDay.join()],
    ["BYDAY", rule.byDay.join()],
    ["BYSETPOS", rule.bySetPos.join()],
    ["WKST", rule.weekStart === "MO" ? null : rule.weekStart],
    ["COUNT", rule.count],
    ["UNTIL", rule.until && writeUntil(rule.until)],
  ];
  return parts.flatMap(([name, value]) => (value ? [`${name}=${value}`] : [])).join(";");
}

function writeUntil({ as, ms }: Until): string {
  const text = new Date(ms).toISOString().replace(/[-:]/g, "");
  if (as === "day") return text.slice(0, 8);
  return `${text.slice(0, 15)}${as === "instant" ? "Z" : ""}`;
}
