import { clockIn } from "@atoll/contract/zones";
import { readDay, readTime } from "../../../lib/time/typed-time.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { addDays, instantOf, ownTimeZone, weekdayOf } from "../../../lib/time/wall-time.ts";

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

/**
 * Splits a text into a time at its end, or else at its start, and the rest: "call Ada tomorrow at 9",
 * "in 20 minutes to call Ada". Reads a bounded number of words, however long the text is.
 */
export function splitWhen(text: string, now: Date): { when: When; rest: string } | null {
  const words = text.trim().split(/\s+/);
  const read = whenReader(now);
  const most = Math.min(maxWords, words.length);
  for (let count = most; count > 0; count -= 1) {
    const when = read(words.slice(-count).join(" "));
    if (when) return { when, rest: tidy(words.slice(0, -count).join(" ")) };
  }
  for (let count = most; count > 0; count -= 1) {
    const when = read(words.slice(0, count).join(" "));
    if (when) return { when, rest: tidy(words.slice(count).join(" ")) };
  }
  return null;
}

/** Without the word that joins it to the time, and without quotation marks around the whole. */
function tidy(text: string): string {
  const rest = text.replace(/^(?:to|that)\s+/i, "").trim();
  return /^["“„](.*)["”“]$/s.exec(rest)?.[1]?.trim() ?? rest;
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
  const phrase = text.replace(/^(?:on|this|by) /, "");
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
  const { minute } = clockIn(ownTimeZone(), at);
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

function valid(when: When): When | null {
  return Number.isNaN(when.at.getTime()) ? null : when;
}
