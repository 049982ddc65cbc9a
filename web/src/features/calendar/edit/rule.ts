import { weekdayOf } from "../../../lib/time/wall-time.ts";
import { weekdayNames } from "../../../lib/time/weekday-names.ts";
import { dayWords } from "../time/day-words.ts";

/** The part of an RRULE of RFC 5545 that can be edited. Other rules, for example imported ones, are kept unchanged. */
export interface RuleChoice {
  every: "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
  interval: number;
  /** The weekdays of a weekly rule. 1 is Monday. */
  weekdays: readonly number[];
  /** For a monthly rule, which of its weekdays in the month: -1 for the last one. Null for the same day of the month. */
  nth: number | null;
  ends: { kind: "never" } | { kind: "count"; count: number } | { kind: "until"; day: string };
}

const codes: readonly string[] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const units = { DAILY: "day", WEEKLY: "week", MONTHLY: "month", YEARLY: "year" } as const;
const nths = new Map([
  [1, "first"],
  [2, "second"],
  [3, "third"],
  [4, "fourth"],
  [-1, "last"],
]);
const list = new Intl.ListFormat("en", { type: "conjunction" });

/** @param day on which it first is; the weekday of a month's nth comes from it. */
export function writeRule({ every, interval, weekdays, nth, ends }: RuleChoice, day: string): string {
  const parts = [`FREQ=${every}`];
  if (interval > 1) parts.push(`INTERVAL=${interval}`);
  const code = (weekday: number) => codes[weekday - 1] ?? "MO";
  if (every === "WEEKLY" && weekdays.length > 0)
    parts.push(
      `BYDAY=${weekdays
        .toSorted((one, other) => one - other)
        .map(code)
        .join()}`,
    );
  if (every === "MONTHLY" && nth !== null) parts.push(`BYDAY=${nth}${code(weekdayOf(day))}`);
  if (ends.kind === "count") parts.push(`COUNT=${ends.count}`);
  // To the end of the day, on the event's own clock.
  if (ends.kind === "until") parts.push(`UNTIL=${ends.day.replaceAll("-", "")}T235959`);
  return parts.join(";");
}

/** Undefined for a rule that says more than can be chosen. */
export function readRule(rule: string): RuleChoice | undefined {
  const parts = new Map(rule.split(";").map((part) => part.split("=") as [string, string | undefined]));
  const every = parts.get("FREQ");
  if (every !== "DAILY" && every !== "WEEKLY" && every !== "MONTHLY" && every !== "YEARLY") return undefined;
  const known = new Set(["FREQ", "INTERVAL", "BYDAY", "COUNT", "UNTIL", "WKST"]);
  if ([...parts.keys()].some((name) => !known.has(name))) return undefined;
  const days = (parts.get("BYDAY") ?? "").split(",").filter((part) => part !== "");
  const weekdays = days.map((part) => codes.indexOf(part) + 1);
  const nth = every === "MONTHLY" && days.length === 1 ? Number.parseInt(days[0] ?? "", 10) : null;
  if (every === "WEEKLY" ? weekdays.includes(0) : days.length > 0 && !(nth !== null && nths.has(nth)))
    return undefined;
  const [count, until] = [parts.get("COUNT"), parts.get("UNTIL")];
  return {
    every,
    interval: Number(parts.get("INTERVAL") ?? 1),
    weekdays: every === "WEEKLY" ? weekdays : [],
    nth,
    ends: count
      ? { kind: "count", count: Number(count) }
      : until
        ? { kind: "until", day: `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}` }
        : { kind: "never" },
  };
}

/** "Every 2 weeks on Monday and Thursday, 10 times". */
export function ruleWords(rule: string, day: string): string {
  const choice = readRule(rule);
  return choice ? choiceWords(choice, day) : "By a rule of its own";
}

export function choiceWords({ every, interval, weekdays, nth, ends }: RuleChoice, day: string): string {
  const unit = interval === 1 ? units[every] : `${interval} ${units[every]}s`;
  const isWorkdays = every === "WEEKLY" && interval === 1 && weekdays.join() === "1,2,3,4,5";
  const names = list.format((weekdays.length > 0 ? weekdays : [weekdayOf(day)]).map(weekdayName));
  const on = {
    DAILY: "",
    WEEKLY: ` on ${names}`,
    MONTHLY:
      nth === null
        ? ` on day ${Number(day.slice(8))}`
        : ` on the ${nths.get(nth)} ${weekdayName(weekdayOf(day))}`,
    YEARLY: ` on ${dayWords(day, "date")}`,
  }[every];
  const end = { never: "", count: "", until: "" };
  if (ends.kind === "count") end.count = ends.count === 1 ? ", once" : `, ${ends.count} times`;
  if (ends.kind === "until") end.until = `, until ${dayWords(ends.day, "full")}`;
  return `${isWorkdays ? "Every weekday" : `Every ${unit}${on}`}${end[ends.kind]}`;
}

/** "Mon, Wed, Fri" or "Every 2 weeks": how often it comes, as short as a table has room for. */
export function rhythmWords(rule: string, day: string): string {
  const choice = readRule(rule);
  if (!choice) return "By a rule of its own";
  const { every, interval, weekdays } = choice;
  if (interval > 1) return `Every ${interval} ${units[every]}s`;
  if (every !== "WEEKLY") return { DAILY: "Every day", MONTHLY: "Monthly", YEARLY: "Yearly" }[every];
  if (weekdays.join() === "1,2,3,4,5") return "Every weekday";
  const days = weekdays.length > 0 ? weekdays : [weekdayOf(day)];
  return days
    .toSorted((one, other) => one - other)
    .map((weekday) => weekdayName(weekday).slice(0, 3))
    .join(", ");
}

function weekdayName(weekday: number): string {
  return weekdayNames[weekday - 1] ?? "";
}
