import { chosenPreferences } from "../preferences.ts";
import { addDays, clock } from "./wall-time.ts";

const [firstYear, lastYear] = [1900, 2199];
/** A day without a year that lies longer ago than this, in days, is one of next year. */
const longAgo = 180;

/**
 * Reads a day as people type it: "20.11.", "11/20/2026" (in the person's order of day and month), "20 Nov", "Friday",
 * "tomorrow", "2026-11-20".
 * @param today as "2026-11-20"
 * @returns the day as "2026-11-20"; undefined for a text that is no day.
 */
export function readDay(text: string, today: string): string | undefined {
  const typed = fold(text.slice(0, 40));
  const named = namesOn(today).days.get(typed);
  if (named) return named;
  const parts = typed.split(/[\s./,-]+/).filter((part) => part !== "");
  const [first = "", second = "", third] = parts;
  if (/^\d{4}$/.test(first) && parts.length === 3) return dayOfParts(first, second, third ?? "");
  const monthAt = parts.findIndex((part) => /^\p{L}{3,}$/u.test(part));
  if (monthAt >= 0) {
    const month = monthNamed(parts[monthAt] ?? "", today);
    const [day, year, ...more] = parts.filter((_, at) => at !== monthAt);
    if (month === undefined || day === undefined || more.length > 0) return undefined;
    return inYear(year, today, String(month), day);
  }
  if (parts.length < 2 || parts.length > 3) return undefined;
  return isMonthFirst() ? inYear(third, today, first, second) : inYear(third, today, second, first);
}

/**
 * Reads a time of day as people type it: "9", "930", "9:30", "21.30", "9:30 pm".
 * @returns the time as "09:30"; undefined for a text that is no time.
 */
export function readTime(text: string): string | undefined {
  const match = /^(\d{1,2}?)(?:\s?[:.,h]?\s?(\d{2}))?\s?(?:([ap])\.?\s?m?\.?)?$/.exec(
    fold(text.slice(0, 20)),
  );
  if (!match) return undefined;
  const [, hours = "", minutes = "00", half] = match;
  let hour = Number(hours);
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined;
  if (half !== undefined) hour = (hour % 12) + (half === "p" ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59) return undefined;
  return `${String(hour).padStart(2, "0")}:${minutes}`;
}

/** Lower case, without accents; narrow spaces, as some languages write them, become spaces. */
function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/\s+/gu, " ").trim().toLowerCase();
}

function inYear(typed: string | undefined, today: string, month: string, day: string): string | undefined {
  if (typed !== undefined) return dayOfParts(/^\d{2}$/.test(typed) ? `20${typed}` : typed, month, day);
  const year = Number(today.slice(0, 4));
  const soonest = dayOfParts(String(year), month, day);
  if (soonest === undefined || soonest >= addDays(today, -longAgo)) return soonest;
  return dayOfParts(String(year + 1), month, day) ?? soonest;
}

function dayOfParts(year: string, month: string, day: string): string | undefined {
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return undefined;
  if (Number(year) < firstYear || Number(year) > lastYear) return undefined;
  const written = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${written}T00:00Z`);
  // 31 June is 1 July to a Date.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) ? written : undefined;
}

let known: { key: string; days: Map<string, string>; months: readonly string[][] } | undefined;

/** The names of days and months in English and in the person's language, which take a while to format. */
function namesOn(today: string) {
  const { language } = chosenPreferences();
  const key = `${language} ${today}`;
  known =
    known?.key === key ? known : { key, days: namedDays(today, language), months: namedMonths(language) };
  return known;
}

/** Days by their names: today, tomorrow, and the weekdays ahead. */
function namedDays(today: string, language: string): Map<string, string> {
  const days = new Map([
    ["yesterday", addDays(today, -1)],
    ["today", today],
    ["tomorrow", addDays(today, 1)],
  ]);
  for (const locale of ["en", language])
    for (const weekday of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: "UTC" });
      for (let ahead = 1; ahead <= 7; ahead += 1) {
        const day = addDays(today, ahead);
        days.set(fold(format.format(new Date(`${day}T00:00Z`))), day);
      }
    }
  return days;
}

/** The months of each language, the person's first. */
function namedMonths(language: string): string[][] {
  return [language, "en"].map((locale) => {
    const format = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" });
    return Array.from({ length: 12 }, (_, at) => fold(format.format(Date.UTC(2026, at, 1))));
  });
}

/** Months by the first three letters or more of their name. */
function monthNamed(text: string, today: string): number | undefined {
  for (const months of namesOn(today).months) {
    const at = months.findIndex((name) => name.startsWith(text));
    if (at >= 0) return at + 1;
  }
  return undefined;
}

function isMonthFirst(): boolean {
  const parts = new Intl.DateTimeFormat(chosenPreferences().language, { timeZone: "UTC" }).formatToParts(0);
  const at = (type: string) => parts.findIndex((part) => part.type === type);
  return at("month") < at("day");
}

/** Whether the text is a whole day or time already, and cannot become another by typing on. */
export function isWholeDay(text: string): boolean {
  return /\d{4}\s*$|^\s*\d{4}-\d{2}-\d{2}\s*$/.test(text);
}
export function isWholeTime(text: string): boolean {
  return /^\s*\d{1,2}[:.,]\d{2}\s*(?:[ap]\.?m\.?)?\s*$/i.test(text);
}

/** Returns the time `by` minutes later on the same clock, in steps from a whole quarter of an hour. */
export function stepTime(time: string, by: number): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const at = hours * 60 + minutes;
  const next = by > 0 ? Math.floor(at / by) * by + by : Math.ceil(at / -by) * -by + by;
  return clock((next + 1440) % 1440);
}
