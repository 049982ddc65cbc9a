import type { EventTimes } from "@atoll/contract/calendar/schemas";
import { parseRule, type Rule } from "../time/parse-rule.ts";
import type { Series } from "../time/series.ts";
import { dayMs, readWall, writeWall } from "../time/wall.ts";
import { writeRule } from "../time/write-rule.ts";
import { refused } from "./series-of.ts";

/** A series at other times, and how far each of its occurrences went. */
export interface Moved {
  series: Series;
  /** The name that an occurrence has in it. */
  renamed(occurrence: string): string;
}

/**
 * A series that moves as far as one of its occurrences does, from where it stood.
 * @param from when that occurrence began, by its clock.
 * @param rule another one; undefined: the same, on the days that it has moved to.
 * @throws {AppError} `times_refused` for times that cannot be read.
 */
export function moveSeries(
  series: Series,
  from: string,
  times: EventTimes | undefined,
  rule: string | null | undefined,
): Moved {
  if (!times)
    return { series: { ...series, rule: rule === undefined ? series.rule : rule }, renamed: (name) => name };
  const { allDay } = times;
  const start = readWall(times.start, allDay);
  const end = readWall(times.end, allDay);
  const base = readWall(from, series.allDay);
  const first = readWall(series.start, series.allDay);
  if (start === null || base === null || first === null) throw refused("start_unreadable");
  if (end === null) throw refused("end_unreadable");
  const deltaMs = start - base;
  const shift = (text: string): string => {
    const ms = readWall(text, series.allDay);
    return ms === null ? text : writeWall(ms + deltaMs, allDay);
  };
  return {
    series: {
      start: writeWall(first + deltaMs, allDay),
      end: writeWall(first + deltaMs + (end - start), allDay),
      allDay,
      zone: times.zone,
      rule: rule === undefined ? moveRule(series.rule, first, first + deltaMs) : rule,
      added: series.added.map(shift),
      removed: series.removed.map(shift),
    },
    renamed: shift,
  };
}

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** A rule that names its days names others when its start has moved to another day. */
function moveRule(text: string | null, fromMs: number, toMs: number): string | null {
  if (text === null) return null;
  const rule = parseRule(text, fromMs);
  if (typeof rule === "string") return text;
  const days = Math.floor(toMs / dayMs) - Math.floor(fromMs / dayMs);
  const until = rule.until && {
    ...rule.until,
    ms: rule.until.ms + (rule.until.as === "day" ? days * dayMs : toMs - fromMs),
  };
  const moved: Rule = { ...rule, until };
  if (days !== 0) Object.assign(moved, movedDays(rule, new Date(toMs), days));
  return writeRule(moved);
}

function movedDays(rule: Rule, to: Date, days: number): Partial<Rule> {
  if (rule.freq === "WEEKLY")
    return { byDay: rule.byDay.map((day) => weekdays[(weekdays.indexOf(day) + (days % 7) + 7) % 7] ?? day) };
  const moved: Partial<Rule> = {};
  if (rule.byMonthDay.length === 1 && (rule.byMonthDay[0] ?? 0) > 0) moved.byMonthDay = [to.getUTCDate()];
  if (rule.freq === "YEARLY" && rule.byMonth.length === 1) moved.byMonth = [to.getUTCMonth() + 1];
  const [day = ""] = rule.byDay;
  const [, place = ""] = /^([+-]?\d+)/.exec(day) ?? [];
  if (rule.byDay.length === 1 && place !== "")
    moved.byDay = [
      `${place.startsWith("-") ? -1 : Math.ceil(to.getUTCDate() / 7)}${weekdays[to.getUTCDay()] ?? "MO"}`,
    ];
  return moved;
}
