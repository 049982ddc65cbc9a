import type { SeriesRefusal } from "./refusal.ts";
import { dayMs } from "./wall.ts";

export type Frequency = "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";

/**
 * The last moment of a rule: a day, a time in the series' own zone, or an instant. `ms` as in wall.ts for the first
 * two.
 */
export interface Until {
  as: "day" | "wall" | "instant";
  ms: number;
}

/** A recurrence rule of RFC 5545 in days. Lists are empty if the rule does not have them. */
export interface Rule {
  freq: Frequency;
  interval: number;
  count: number | null;
  until: Until | null;
  byMonth: number[];
  byMonthDay: number[];
  byYearDay: number[];
  byWeekNo: number[];
  /** For example "MO", and in monthly and yearly rules "2MO" and "-1FR". */
  byDay: string[];
  bySetPos: number[];
  weekStart: string;
}

const longestRule = 500;
const frequencies: Readonly<Record<string, Frequency>> = {
  DAILY: "DAILY",
  WEEKLY: "WEEKLY",
  MONTHLY: "MONTHLY",
  YEARLY: "YEARLY",
};
const finer = new Set(["HOURLY", "MINUTELY", "SECONDLY"]);
const weekdays = /^(?:([+-]?)(\d{1,2}))?(MO|TU|WE|TH|FR|SA|SU)$/;
const untils = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/;

/** The numbers that each list may contain, and the total from which negative ones count. */
const lists = {
  BYMONTH: { most: 12, fromEnd: false, key: "byMonth" },
  BYMONTHDAY: { most: 31, fromEnd: true, key: "byMonthDay" },
  BYYEARDAY: { most: 366, fromEnd: true, key: "byYearDay" },
  BYWEEKNO: { most: 53, fromEnd: true, key: "byWeekNo" },
  BYSETPOS: { most: 366, fromEnd: true, key: "bySetPos" },
} as const;

/**
 * Parses a recurrence rule (RFC 5545 3.3.10, without "RRULE:"). Hours, minutes and seconds are accepted if they repeat
 * the start's, as some programs write; lists of them would make a rule finer than a day.
 * @param startMs the series' start, as in wall.ts.
 */
export function parseRule(text: string, startMs: number): Rule | SeriesRefusal {
  if (text.length > longestRule) return "rule_not_understood";
  const parts = new Map<string, string>();
  for (const part of text.toUpperCase().replace(/;$/, "").split(";")) {
    const [name = "", value = "", ...more] = part.split("=").map((piece) => piece.trim());
    if (!value || more.length > 0 || parts.has(name)) return "rule_not_understood";
    parts.set(name, value);
  }
  const freq = frequencies[parts.get("FREQ") ?? ""];
  if (!freq) return finer.has(parts.get("FREQ") ?? "") ? "rule_too_fine" : "rule_not_understood";
  const rule: Rule = { ...emptyRule, freq };
  for (const [name, value] of parts) {
    const refusal = takePart(rule, name, value, startMs);
    if (refusal) return refusal;
  }
  return refuseMixture(rule) ?? rule;
}

const emptyRule: Omit<Rule, "freq"> = {
  interval: 1,
  count: null,
  until: null,
  byMonth: [],
  byMonthDay: [],
  byYearDay: [],
  byWeekNo: [],
  byDay: [],
  bySetPos: [],
  weekStart: "MO",
};

function takePart(rule: Rule, name: string, value: string, startMs: number): SeriesRefusal | null {
  if (name === "FREQ") return null;
  if (name === "INTERVAL" || name === "COUNT") {
    const number = wholeNumber(value, name === "COUNT" ? 999_999_999 : 9999);
    if (number === null) return "rule_not_understood";
    if (name === "COUNT") rule.count = number;
    else rule.interval = number;
    return null;
  }
  if (name === "UNTIL") {
    rule.until = readUntil(value);
    return rule.until ? null : "rule_not_understood";
  }
  if (name === "WKST") {
    rule.weekStart = value;
    return /^(MO|TU|WE|TH|FR|SA|SU)$/.test(value) ? null : "rule_not_understood";
  }
  if (name === "BYDAY") {
    const days = value.split(",").map(readWeekday);
    rule.byDay = [...new Set(days.filter((day) => day !== null))];
    return days.includes(null) ? "rule_not_understood" : null;
  }
  if (isTimePart(name)) return refuseTime(name, value, startMs);
  return isList(name) ? takeList(rule, name, value) : "rule_not_understood";
}

function takeList(rule: Rule, name: keyof typeof lists, value: string): SeriesRefusal | null {
  const { most, fromEnd, key } = lists[name];
  const numbers = value.split(",").map((piece) => {
    const number = wholeNumber(piece.replace(/^[+-]/, ""), most);
    if (number === null || (piece.startsWith("-") && !fromEnd)) return null;
    return piece.startsWith("-") ? -number : number;
  });
  const known = numbers.filter((number) => number !== null);
  rule[key] = [...new Set(known)].sort((a, b) => a - b);
  return known.length === numbers.length ? null : "rule_not_understood";
}

function isList(name: string): name is keyof typeof lists {
  return Object.hasOwn(lists, name);
}

function isTimePart(name: string): boolean {
  return name === "BYHOUR" || name === "BYMINUTE" || name === "BYSECOND";
}

function refuseTime(name: string, value: string, startMs: number): SeriesRefusal | null {
  const start = new Date(startMs);
  const own = { BYHOUR: start.getUTCHours(), BYMINUTE: start.getUTCMinutes() }[name] ?? start.getUTCSeconds();
  return /^\d{1,2}$/.test(value) && Number(value) === own ? null : "rule_lists_hours";
}

/** Returns a refusal for combinations that RFC 5545 forbids, because programs interpret them differently. */
function refuseMixture(rule: Rule): SeriesRefusal | null {
  const { freq, byDay } = rule;
  const numbered = byDay.some((day) => day.length > 2);
  const selects =
    byDay.length +
    rule.byMonth.length +
    rule.byMonthDay.length +
    rule.byYearDay.length +
    rule.byWeekNo.length;
  const refused =
    (rule.count !== null && rule.until !== null) ||
    (numbered && (freq === "DAILY" || freq === "WEEKLY" || rule.byWeekNo.length > 0)) ||
    (rule.byWeekNo.length > 0 && freq !== "YEARLY") ||
    (rule.byYearDay.length > 0 && freq !== "YEARLY") ||
    (rule.byMonthDay.length > 0 && freq === "WEEKLY") ||
    (rule.bySetPos.length > 0 && selects === 0);
  return refused ? "rule_not_understood" : null;
}

function readWeekday(text: string): string | null {
  const [, sign = "", ordinal, day = ""] = weekdays.exec(text) ?? [];
  if (!day) return null;
  if (ordinal === undefined) return day;
  // The engine would look for a 53rd weekday of a year in the next year.
  const number = wholeNumber(ordinal, 52);
  return number === null ? null : `${sign === "-" ? "-" : ""}${number}${day}`;
}

function readUntil(text: string): Until | null {
  const parts = untils.exec(text);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  // Some programs write 24:00 or 31 April as an end. The overflow is what they mean.
  const ms = Date.UTC(year, month - 1, day, hour || 0, minute || 0, second || 0);
  if (parts[4] === undefined) return { as: "day", ms: ms - (ms % dayMs) };
  return { as: parts[7] ? "instant" : "wall", ms };
}

function wholeNumber(text: string, most: number): number | null {
  if (!/^\d{1,9}$/.test(text)) return null;
  const number = Number(text);
  return number >= 1 && number <= most ? number : null;
}
