import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import type { Rule } from "./parse-rule.ts";
import { dayMs } from "./wall.ts";

/**
 * The one place that knows the libraries for rules and for zones. Rules are expanded in UTC, where every wall time
 * exists, and only then mapped to a zone: the library itself leaves out what a zone skips.
 */

/** Periods a rule may look through: one by days for longer than any calendar is asked for. */
const mostPeriods = 40_000;
/** A list is asked for span by span, each longer than the last, so that one without end costs what is taken of it. */
const firstSpanMs = 100 * dayMs;
const lastSpanMs = 10 * 366 * dayMs;

/**
 * The wall times a rule gives, ascending, its start among them only where the rule gives it.
 * @param range both ends included, as in wall.ts; `most` results at most.
 */
export function wallsOf(
  rule: Rule,
  startMs: number,
  { from, until, most }: { from: number; until: number; most: number },
): number[] {
  if (until < startMs || most <= 0) return [];
  // Who counts must begin at the start.
  if (rule.count !== null) {
    const engine = engineOf(rule, startMs, { count: rule.count, until: utc(until) });
    return engine
      .all()
      .map((time) => time.epochMilliseconds)
      .filter((ms) => ms >= from)
      .slice(0, most);
  }
  const engine = engineOf(rule, startMs, {});
  const walls: number[] = [];
  let spanMs = firstSpanMs;
  for (let at = Math.max(from, startMs); at <= until && walls.length < most; ) {
    const end = Math.min(until, at + spanMs - 1);
    for (const time of engine.between(new Date(at), new Date(end), true)) walls.push(time.epochMilliseconds);
    at = end + 1;
    spanMs = Math.min(lastSpanMs, spanMs * 2);
  }
  return walls.slice(0, most);
}

function engineOf(rule: Rule, startMs: number, end: { count?: number; until?: Temporal.ZonedDateTime }) {
  return new RRuleTemporal({
    freq: rule.freq,
    interval: rule.interval,
    ...(rule.byMonth.length ? { byMonth: rule.byMonth } : {}),
    ...(rule.byMonthDay.length ? { byMonthDay: rule.byMonthDay } : {}),
    ...(rule.byYearDay.length ? { byYearDay: rule.byYearDay } : {}),
    ...(rule.byWeekNo.length ? { byWeekNo: rule.byWeekNo } : {}),
    ...(rule.byDay.length ? { byDay: rule.byDay } : {}),
    ...(rule.bySetPos.length ? { bySetPos: rule.bySetPos } : {}),
    wkst: rule.weekStart,
    dtstart: utc(startMs),
    tzid: "UTC",
    maxIterations: mostPeriods,
    cache: false,
    ...end,
  });
}

function utc(ms: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO("UTC");
}

/** The instant of a wall time in a zone: one that does not exist moves forward, one that comes twice is its first. */
export function instantOf(wallMs: number, zone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(wallMs)
    .toZonedDateTimeISO("UTC")
    .toPlainDateTime()
    .toZonedDateTime(zone, { disambiguation: "compatible" }).epochMilliseconds;
}

/** What a clock in a zone shows at an instant, as in wall.ts. */
export function wallAt(instantMs: number, zone: string): number {
  const there = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone);
  return instantMs + there.offsetNanoseconds / 1_000_000;
}

/** Whether a zone has a name of IANA's that this runtime knows. A mere offset has no rules, and is none. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name) || name.length > 64) return false;
  try {
    instantOf(0, name);
    return true;
  } catch {
    return false;
  }
}

/** The time-zone data of this runtime, such as "2026c": when it changes, instants are derived anew. */
export function timeZoneDataVersion(): string {
  return process.versions.tz ?? "unknown";
}

/** How a zone's clocks change within some years: the instant, and how far they are from UTC before and after it. */
export function transitionsOf(
  zone: string,
  fromYear: number,
  untilYear: number,
): { at: number; before: number; after: number }[] {
  const end = Date.UTC(untilYear, 0, 1);
  let time = Temporal.Instant.fromEpochMilliseconds(Date.UTC(fromYear, 0, 1)).toZonedDateTimeISO(zone);
  const first = time.offsetNanoseconds / 1_000_000;
  // What no change says, the first line does.
  const changes = [{ at: time.epochMilliseconds, before: first, after: first }];
  for (;;) {
    const next = time.getTimeZoneTransition("next");
    if (!next || next.epochMilliseconds >= end) return changes;
    const before = time.offsetNanoseconds / 1_000_000;
    changes.push({ at: next.epochMilliseconds, before, after: next.offsetNanoseconds / 1_000_000 });
    time = next;
  }
}
