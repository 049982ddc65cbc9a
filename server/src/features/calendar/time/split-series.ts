import type { Rule } from "./parse-rule.ts";
import { type ReadSeries, readChecked, ruleWalls, type Series } from "./series.ts";
import { readWall, writeWall } from "./wall.ts";
import { writeRule } from "./write-rule.ts";

export interface SplitSeries {
  head: Series | null;
  tail: Series;
}

/**
 * Splits a series in two, for "this and following". The head ends before the occurrence and is null if it would be
 * empty; the tail starts with it and has the remaining COUNT. Added and removed occurrences go to their side. If the
 * tail's first occurrence is an added one, it stays in `added`, and the tail starts where its rule continues.
 * @throws {RangeError} if the series does not have the occurrence.
 */
export function splitSeries(series: Series, occurrence: string): SplitSeries {
  const read = readChecked(series);
  const at = readWall(occurrence, series.allDay);
  if (at === null || read.removed.has(at) || !isOne(read, at))
    throw new RangeError(`No occurrence of the series: ${occurrence}`);
  const before = ruleWalls(read, { from: read.startMs, until: at - 1, most: Number.POSITIVE_INFINITY });
  const head = headOf(read, series, at, before);
  return { head, tail: tailOf(read, series, at, before.length) };
}

function isOne(read: ReadSeries, at: number): boolean {
  return read.added.includes(at) || ruleWalls(read, { from: at, until: at, most: 1 }).includes(at);
}

function headOf(read: ReadSeries, series: Series, at: number, before: number[]): Series | null {
  const added = read.added.filter((ms) => ms < at);
  const removed = [...read.removed].filter((ms) => ms < at);
  const left = [...new Set([...before, ...added])].filter((ms) => !read.removed.has(ms));
  if (left.length === 0) return null;
  const last = before.at(-1);
  if (last === undefined) return alone(read, series, left);
  const rule = read.rule && before.length > 1 ? endedRule(read.rule, before.length, last, read.allDay) : null;
  return { ...series, rule, added: texts(added, read), removed: texts(removed, read) };
}

/**
 * Returns a series of the added times before the cut, which may be before the start. The first becomes its start.
 */
function alone(read: ReadSeries, series: Series, left: number[]): Series {
  const [first = read.startMs, ...more] = left;
  return { ...series, ...timesAt(read, first), rule: null, added: texts(more, read), removed: [] };
}

function endedRule(rule: Rule, count: number, last: number, allDay: boolean): string {
  if (rule.count !== null) return writeRule({ ...rule, count });
  return writeRule({ ...rule, until: { as: allDay ? "day" : "wall", ms: last } });
}

function tailOf(read: ReadSeries, series: Series, at: number, countBefore: number): Series {
  const added = read.added.filter((ms) => ms >= at);
  const removed = texts(
    [...read.removed].filter((ms) => ms >= at),
    read,
  );
  const [next] = ruleWalls(read, { from: at, until: Number.POSITIVE_INFINITY, most: 1 });
  if (next === undefined)
    return { ...series, ...timesAt(read, at), rule: null, added: texts(without(added, at), read), removed };
  const left = read.rule?.count ? { ...read.rule, count: read.rule.count - countBefore } : read.rule;
  const rule = left ? writeRule(left) : null;
  return { ...series, ...timesAt(read, next), rule, added: texts(without(added, next), read), removed };
}

function without(list: number[], one: number): number[] {
  return list.filter((ms) => ms !== one);
}

function timesAt(read: ReadSeries, ms: number): { start: string; end: string } {
  return { start: writeWall(ms, read.allDay), end: writeWall(ms + read.lengthMs, read.allDay) };
}

function texts(list: number[], read: ReadSeries): string[] {
  return list.map((ms) => writeWall(ms, read.allDay));
}
