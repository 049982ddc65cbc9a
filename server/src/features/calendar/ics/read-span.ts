import { parseRule } from "../time/parse-rule.ts";
import { newSteps, wallsFrom } from "../time/rule-days.ts";
import { instantOf } from "../time/temporal.ts";
import { dayMs, firstMs, lastMs, writeWall } from "../time/wall.ts";
import { writeRule } from "../time/write-rule.ts";
import { type ContentLine, readDuration } from "./lines/content-line.ts";
import type { NoteLoss } from "./losses.ts";
import type { FileTime } from "./read-times.ts";
import { moveWall, type ZoneNames } from "./zone-names.ts";

/** When an event of a file is. Times as in `Series` in series.ts. */
export interface EventSpan {
  allDay: boolean;
  start: string;
  end: string;
  zone: string;
  rules: string[];
  startsAt: number;
  lengthMs: number;
}

/** The time zone of times that name none. */
export interface ReadingPlace {
  names: ZoneNames;
  home: string;
}

interface Said {
  end: FileTime | undefined;
  length: (ContentLine & { line: number }) | undefined;
  saysAllDay: boolean;
  rules: string[];
}

const longestMs = 366 * dayMs;
/** A day after the first date of the calendar, so that this date has arrived in every time zone. */
const earliestMs = firstMs + dayMs;

/** Reads when an event is. An end that cannot be is replaced by the usual length, and noted. */
export function readSpan(
  start: FileTime,
  said: Said,
  { home }: ReadingPlace,
  lose: NoteLoss,
): EventSpan | "out_of_reach" {
  const allDay = start.isDay || (said.saysAllDay && start.ms % dayMs === 0);
  // An instant in UTC that does not recur takes place in the person's own time zone.
  const isMoved = start.zone === "UTC" && said.rules.length === 0;
  const zone = allDay || isMoved ? home : (start.zone ?? home);
  const writtenMs = allDay ? dayOf(start.ms) : start.ms;
  const first = firstWithin(writtenMs, said.rules);
  if (!first || first.startMs > lastMs) return "out_of_reach";
  if (first.startMs !== writtenMs) lose("before_1900");
  const lengthMs = lengthOf(start, said, { allDay, home }, lose);
  const startMs = isMoved && !allDay ? moveWall(first.startMs, "UTC", home) : first.startMs;
  const from = start.zone ?? home;
  const endMs = allDay || from === zone ? startMs + lengthMs : moveWall(first.startMs + lengthMs, from, zone);
  return {
    allDay,
    start: writeWall(startMs, allDay),
    end: writeWall(endMs, allDay),
    zone,
    rules: first.rules,
    startsAt: instantOf(startMs, zone),
    lengthMs,
  };
}

/**
 * Returns the first time of an event that the calendar reaches, with the rules from there on: birthdays begin before
 * 1900, or in 1604 if nobody knows the year.
 */
function firstWithin(startMs: number, rules: string[]): { startMs: number; rules: string[] } | undefined {
  if (startMs >= earliestMs) return { startMs, rules };
  const rule = rules[0] === undefined ? "" : parseRule(rules[0], startMs);
  if (typeof rule === "string") return undefined;
  const counted = rule.count === null ? earliestMs : startMs;
  let before = 0;
  for (const ms of wallsFrom(rule, startMs, counted, newSteps())) {
    const left = rule.count === null ? null : rule.count - before;
    if ((left !== null && left <= 0) || (rule.until && ms > rule.until.ms + dayMs)) return undefined;
    if (ms >= earliestMs)
      return { startMs: ms, rules: [writeRule({ ...rule, count: left }), ...rules.slice(1)] };
    before += 1;
  }
  return undefined;
}

/** Returns how long an event is on the clock of its start. */
function lengthOf(
  start: FileTime,
  { end, length }: Said,
  { allDay, home }: { allDay: boolean; home: string },
  lose: NoteLoss,
): number {
  const usual = allDay ? dayMs : 0;
  const saidMs = end ? undefined : length && readDuration(length.value);
  if (!end && length && saidMs === undefined) lose("end", length.line);
  const ms = end ? endOn(start, end, home) - start.ms : (saidMs ?? usual);
  const whole = allDay ? dayOf(end ? dayOf(end.ms) - dayOf(start.ms) : ms) : ms;
  // Some programs end an all-day event on its own first day.
  if (allDay && whole === 0) return dayMs;
  if (whole >= 0 && whole <= longestMs) return whole;
  lose("end");
  return whole < 0 ? usual : longestMs;
}

/** Returns an end on the clock of the start. */
function endOn(start: FileTime, end: FileTime, home: string): number {
  if (end.isDay || start.isDay) return end.ms;
  const zone = start.zone ?? home;
  return moveWall(end.ms, end.zone ?? zone, zone);
}

function dayOf(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs;
}
