import { clockIn } from "@atoll/contract/zones";
import { readDay, readTime } from "../../../lib/time/typed-time.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { addDays, clock, instantOf, ownTimeZone, weekdayOf } from "../../../lib/time/wall-time.ts";

/** A time as a person writes it, in their time zone. */
export interface When {
  at: Date;
  /** The day in their time zone, as "2026-11-20". */
  day: string;
  /** As "14:00". Null if only a day was written, which then means nine in the morning. */
  time: string | null;
}

/** A time has at most this many words, and only so many at each end of a text are read. */
const maxWords = 8;
const maxDayWords = 3;
const dayStart = "09:00";

/** A text without its time, or what is unclear about it. Null for a text without a time. */
export type Split = { when: When; rest: string } | { problem: string } | null;

/**
 * Splits a text into a time at one end and the rest: "call Ada tomorrow at 9", "in 20 minutes to call Ada". A time
 * joined by "to" or "that" counts, as does one next to words in quotation marks. A second time in the rest is a problem,
 * because choosing one would be a guess. Reads a bounded number of words, however long the text is.
 */
export function splitWhen(text: string, now: Date): Split {
  const words = text.trim().split(/\s+/);
  const read = whenReader(now);
  const joined = words.slice(1, maxWords + 1).findLastIndex((_, at) => {
    return /^(?:to|that)$/i.test(words[at + 1] ?? "") && read(words.slice(0, at + 1).join(" ")) !== null;
  });
  const [end, start] = [longest(words, read, true), longest(words, read, false)];
  const found = joined >= 0 ? timeAt(words, read, joined + 1, false) : (end ?? start);
  if (!found) return null;
  const isMeant = joined >= 0 || isQuoted(found.rest);
  const other = isMeant ? undefined : otherTime(found.rest, read);
  if (other === undefined) return { when: found.when, rest: tidy(found.rest) };
  return {
    problem: `Two times are named: “${found.said}” and “${other}”. Put the words in quotation marks, and the time after them.`,
  };
}

interface Found {
  when: When;
  said: string;
  rest: string;
}

type Read = (text: string) => When | null;

function timeAt(words: readonly string[], read: Read, count: number, isAtEnd: boolean): Found | null {
  const said = (isAtEnd ? words.slice(-count) : words.slice(0, count)).join(" ");
  const when = read(said);
  return when && { when, said, rest: (isAtEnd ? words.slice(0, -count) : words.slice(count)).join(" ") };
}

function longest(words: readonly string[], read: Read, isAtEnd: boolean): Found | null {
  for (let count = Math.min(maxWords, words.length); count > 0; count -= 1) {
    const found = timeAt(words, read, count, isAtEnd);
    if (found) return found;
  }
  return null;
}

/** Words past these are too many for a reminder or a title. */
const maxReadWords = 400;
const maxTimeWords = 4;

/** Returns a time that a text without its time still names. */
function otherTime(text: string, read: Read): string | undefined {
  const words = text.split(/\s+/).slice(0, maxReadWords);
  for (const at of words.keys())
    for (let count = maxTimeWords; count > 0; count -= 1) {
      const said = words
        .slice(at, at + count)
        .join(" ")
        .replace(/^\p{P}+|[^\P{P}.]+$/gu, "");
      if (at + count <= words.length && read(said)) return said;
    }
  return undefined;
}

const quoted = /^(?:(?:to|that)\s+)?["“„]([^"“”„]*)["”“]$/i;

function isQuoted(text: string): boolean {
  return quoted.test(text.trim());
}

/** Without the word that joins it to the time, and without quotation marks around the whole. */
function tidy(text: string): string {
  return quoted.exec(text.trim())?.[1]?.trim() ?? text.replace(/^(?:to|that)\s+/i, "").trim();
}

/** Returns a function that reads whole texts as times: "in 20 minutes", "tomorrow at 9", "Friday 14:00", ISO 8601. */
export function whenReader(now: Date): (text: string) => When | null {
  const today = dayOf(now);
  const days = new Map<string, Day | null>();
  const findDay = (text: string) => {
    let day = days.get(text);
    if (day === undefined) {
      day = dayIn(text, today);
      days.set(text, day);
    }
    return day;
  };
  return (text) => {
    const typed = text
      .slice(0, 80)
      .toLowerCase()
      .replace(/[,\s]+/g, " ")
      .trim();
    return readIso(typed) ?? readSpan(typed, now) ?? readClock(typed, { now, today, findDay });
  };
}

const iso = /^(\d{4}-\d\d-\d\d)[t ](\d{1,2}:\d\d)(?::\d\d(?:\.\d{1,9})?)?(z|[+-]\d\d:?\d\d)?$/;

function readIso(typed: string): When | null {
  const [, day, clock, offset] = iso.exec(typed) ?? [];
  const time = clock && readTime(clock);
  if (!day || !time || readDay(day, day) !== day) return null;
  if (!offset) return valid({ at: instantOf(day, time), day, time });
  const at = new Date(`${day}T${time}${offset === "z" ? "Z" : offset.replace(/^(...):?/, "$1:")}`);
  return Number.isNaN(at.getTime()) ? null : { at, day: dayOf(at), time: clockOf(at) };
}

const minutesOf: readonly (readonly [RegExp, number])[] = [
  [/^(?:m|min|mins|minutes?)$/, 1],
  [/^(?:h|hr|hrs|hours?)$/, 60],
];
const daysOf: readonly (readonly [RegExp, number])[] = [
  [/^(?:d|days?)$/, 1],
  [/^(?:w|weeks?)$/, 7],
];

/** "in 20 minutes", "in an hour", "in half an hour", "in 1h 30m", "in 2 weeks". */
function readSpan(typed: string, now: Date): When | null {
  if (!typed.startsWith("in ")) return null;
  const span = typed.slice(3).replace(/\band /g, "");
  const parts = [...span.matchAll(/(\d{1,4}|half an?|an?|one) ?([a-z]+) ?/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== span) return null;
  let [minutes, days] = [0, 0];
  for (const [, amount = "", unit = ""] of parts) {
    const count = /^\d/.test(amount) ? Number(amount) : amount.startsWith("half") ? 0.5 : 1;
    const find = (table: typeof minutesOf) => table.find(([pattern]) => pattern.test(unit))?.[1];
    const [perMinute, perDay] = [find(minutesOf), find(daysOf)];
    if (perMinute === undefined && (perDay === undefined || count < 1)) return null;
    minutes += count * (perMinute ?? 0);
    days += count * (perDay ?? 0);
  }
  // A day later is the same time on the clock, also when the clocks have changed.
  const from = days === 0 ? now : instantOf(addDays(dayOf(now), days), clockOf(now));
  const at = new Date(from.getTime() + minutes * 60_000);
  return Number.isNaN(at.getTime()) ? null : { at, day: dayOf(at), time: clockOf(at) };
}

interface Day {
  day: string;
  /** The time that it has unless one is written. */
  time?: string;
}

const parts: Readonly<Record<string, string>> = {
  morning: "09:00",
  noon: "12:00",
  afternoon: "14:00",
  evening: "18:00",
  night: "20:00",
};
const partAtEnd = /^(.*) (morning|noon|afternoon|evening|night)$/;
/** Numbers alone are a date only if they are written as one in full: "1.5" may be anything. */
const dateInNumbers =
  /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\.\d{1,2}\.(?:\d{2,4})?|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?)$/;

function dayIn(text: string, today: string): Day | null {
  const phrase = text
    .replace(/^(?:on|this|by) /, "")
    .replace(/^the (?=\d)/, "")
    .replace(/^(\d{1,2})(?:st|nd|rd|th)(?: of)?(?= \p{L})/u, "$1")
    .replace(/^(\p{L}{3,} \d{1,2})(?:st|nd|rd|th)(?= |$)/u, "$1");
  if (phrase === "tonight") return { day: today, time: "20:00" };
  if (phrase === "next week") return { day: addDays(today, 8 - weekdayOf(today)) };
  const [, before, part] = partAtEnd.exec(phrase) ?? [];
  const name = (before ?? phrase).replace(/^next /, "");
  if (part && name === "this") return { day: today, time: parts[part] ?? dayStart };
  if (name.split(" ").length > maxDayWords || !(/\p{L}{3}/u.test(name) || dateInNumbers.test(name)))
    return null;
  const day = readDay(name, today);
  if (day === undefined) return null;
  return part ? { day, time: parts[part] ?? dayStart } : { day };
}

interface Reading {
  now: Date;
  today: string;
  findDay: (text: string) => Day | null;
}

/** "tomorrow at 9", "9:30 on Friday", "at 3pm", "5 December". */
function readClock(typed: string, { now, today, findDay }: Reading): When | null {
  const alone = timeIn(typed);
  if (alone) {
    const at = instantOf(today, alone);
    // A time that has passed is one of tomorrow.
    const day = at > now ? today : addDays(today, 1);
    return valid({ at: instantOf(day, alone), day, time: alone });
  }
  const whole = findDay(typed);
  if (whole)
    return valid({
      ...{ at: instantOf(whole.day, whole.time ?? dayStart), day: whole.day },
      time: whole.time ?? null,
    });
  const words = typed.split(" ");
  for (let at = 1; at < words.length; at += 1) {
    const [left, right] = [words.slice(0, at).join(" "), words.slice(at).join(" ")];
    for (const [dayText, timeText] of [
      [left, right],
      [right, left],
    ] as const) {
      const time = timeIn(timeText);
      const found = time && findDay(dayText);
      if (time && found) return valid({ at: instantOf(found.day, time), day: found.day, time });
    }
  }
  return null;
}

/** A bare number is a time only after "at". */
function timeIn(text: string): string | undefined {
  const phrase = text.replace(/^at /, "");
  if (phrase === "noon") return "12:00";
  const isMarked = phrase !== text || /\d[:.h]\d\d|\d ?[ap]\.?m\.?$/.test(phrase);
  return isMarked && phrase.length <= 12 ? readTime(phrase) : undefined;
}

function clockOf(at: Date): string {
  return clock(clockIn(ownTimeZone(), at).minute);
}

function valid(when: When): When | null {
  return Number.isNaN(when.at.getTime()) ? null : when;
}
