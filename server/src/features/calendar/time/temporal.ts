import { Temporal } from "temporal-polyfill";
import { dayMs } from "./wall.ts";

/** The one place that knows the library for zones. */

/**
 * Offsets of zones, remembered: asking the library takes about 20 microseconds each time, and a calendar asks
 * thousands of times. No zone changes its clocks twice within such a stretch (3.1 days) since 1900.
 */
const stretchMs = 2 ** 28;
const mostKept = 50_000;

/** The same offset all the time, or one until an instant and another from then on. */
type Stretch = number | { at: number; before: number; after: number };

let zones = new Map<string, Map<number, Stretch>>();
let kept = 0;

/**
 * How far the clocks of a zone are ahead of UTC at an instant, in milliseconds.
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

/** The instant of a wall time in a zone: one that does not exist moves forward, one that comes twice is its first. */
export function instantOf(wallMs: number, zone: string): number {
  const [before, after] = [offsetAt(wallMs - dayMs, zone), offsetAt(wallMs + dayMs, zone)];
  const early = wallMs - before;
  if (before === after || offsetAt(early, zone) === before) return early;
  const late = wallMs - after;
  // Skipped by the clocks: as far behind the change as it would have been.
  return offsetAt(late, zone) === after ? late : early;
}

/** What a clock in a zone shows at an instant, as in wall.ts. */
export function wallAt(instantMs: number, zone: string): number {
  return instantMs + offsetAt(instantMs, zone);
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
