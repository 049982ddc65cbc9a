import { Temporal } from "temporal-polyfill";
import { dayMs } from "./wall.ts";

/** The only file that imports the library for time zones. */

/**
 * Offsets of zones are cached: the library takes about 20 microseconds for each, and a calendar needs thousands. Since
 * 1900, no zone has changed its clocks twice within such a stretch (3.1 days).
 */
const stretchMs = 2 ** 28;
const mostKept = 50_000;

/** A constant offset, or one that changes at an instant. */
type Stretch = number | { at: number; before: number; after: number };

let zones = new Map<string, Map<number, Stretch>>();
let kept = 0;

/**
 * Returns the offset of a zone from UTC at an instant, in milliseconds.
 * @throws {RangeError} for a zone that this runtime does not know.
 */
function offsetAt(instantMs: number, zone: string): number {
  const number = Math.floor(instantMs / stretchMs);
  const stretch = zones.get(zone)?.get(number) ?? learn(zone, number);
  if (typeof stretch === "number") return stretch;
  return instantMs < stretch.at ? stretch.before : stretch.after;
}

function learn(zone: string, number: number): Stretch {
  const stretch = readStretch(zone, number * stretchMs);
  if (kept >= mostKept) {
    zones = new Map();
    kept = 0;
  }
  const ofZone = zones.get(zone) ?? new Map<number, Stretch>();
  zones.set(zone, ofZone.set(number, stretch));
  kept += 1;
  return stretch;
}

function readStretch(zone: string, from: number): Stretch {
  const [before, after] = [readOffset(zone, from), readOffset(zone, from + stretchMs - 1)];
  if (before === after) return before;
  let [low, high] = [from, from + stretchMs - 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (readOffset(zone, middle) === before) low = middle;
    else high = middle;
  }
  return { at: high, before, after };
}

function readOffset(zone: string, instantMs: number): number {
  return (
    Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone).offsetNanoseconds / 1_000_000
  );
}

/**
 * Returns the instant of a wall time in a zone. A skipped time moves forward, and one that comes twice is its first.
 */
export function instantOf(wallMs: number, zone: string): number {
  const [before, after] = [offsetAt(wallMs - dayMs, zone), offsetAt(wallMs + dayMs, zone)];
  const early = wallMs - before;
  if (before === after || offsetAt(early, zone) === before) return early;
  const late = wallMs - after;
  // A skipped wall time: as long after the change as it would have been.
  return offsetAt(late, zone) === after ? late : early;
}

/** Returns the wall time in a zone at an instant, as in wall.ts. */
export function wallAt(instantMs: number, zone: string): number {
  return instantMs + offsetAt(instantMs, zone);
}

/** Returns whether a name is an IANA time zone that this runtime knows. A bare offset has no rules and is not one. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name) || name.length > 64) return false;
  try {
    instantOf(0, name);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the version of this runtime's time-zone data, such as "2026c". Instants are derived again when it changes.
 */
export function timeZoneDataVersion(): string {
  return process.versions.tz ?? "unknown";
}

/** Returns the clock changes of a zone within some years: each instant with the offsets before and after it. */
export function transitionsOf(
  zone: string,
  fromYear: number,
  untilYear: number,
): { at: number; before: number; after: number }[] {
  const end = Date.UTC(untilYear, 0, 1);
  let time = Temporal.Instant.fromEpochMilliseconds(Date.UTC(fromYear, 0, 1)).toZonedDateTimeISO(zone);
  const first = time.offsetNanoseconds / 1_000_000;
  // The first entry gives the offset at the start of the range.
  const changes = [{ at: time.epochMilliseconds, before: first, after: first }];
  for (;;) {
    const next = time.getTimeZoneTransition("next");
    if (!next || next.epochMilliseconds >= end) return changes;
    const before = time.offsetNanoseconds / 1_000_000;
    changes.push({ at: next.epochMilliseconds, before, after: next.offsetNanoseconds / 1_000_000 });
    time = next;
  }
}
