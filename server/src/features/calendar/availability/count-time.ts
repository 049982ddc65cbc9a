import type { EventKind, Rsvp } from "@atoll/contract/calendar/limits";
import { type Span, type Worker, workingSpans } from "../working-hours.ts";

/** One occurrence of an event in a person's calendar. */
export interface OwnTime extends Span {
  eventId: string;
  title: string;
  kind: EventKind;
  occurrence: string;
  organiserId: string;
  departmentId: string | null;
  /** The recurrence rule with the wall time it starts at. Null when the event does not recur. */
  rule: string | null;
  start: string;
  /** The whole length, including the part outside of the period. */
  minutesEach: number;
  rsvp: Rsvp;
  /** Number of attendees, without those who declined the event as a whole. */
  people: number;
}

const shortestFocusMs = 60 * 60_000;
const backToBackMs = 5 * 60_000;

/** Returns whether others attend the event and the viewer has not declined it. */
export function isMeeting({ kind, people, rsvp }: OwnTime): boolean {
  return kind === "meeting" && people > 1 && rsvp !== "declined";
}

/**
 * Returns how a range of time was spent, in minutes.
 * @param yieldToLoop is awaited between steps: a year may hold 20,000 times.
 */
export async function timeOf(
  rows: readonly OwnTime[],
  worker: Worker,
  range: Span,
  yieldToLoop: () => Promise<void>,
) {
  const own = rows.filter((row) => row.from < range.until && row.until > range.from);
  const meetings = own.filter(isMeeting);
  await yieldToLoop();
  const met = joined(meetings.map((row) => cut(row, range)));
  await yieldToLoop();
  const working = joined(workingSpans(worker, range));
  await yieldToLoop();
  const focus = own
    .filter(({ kind, rsvp }) => kind === "focus" && rsvp !== "declined")
    .map((row) => cut(row, range));
  const left = without(working, joined([...met, ...outOf(own, range)]));
  const free = left.filter((span) => lengthOf(span) >= shortestFocusMs);
  await yieldToLoop();
  const closeMeetings = backToBack(meetings, range);
  await yieldToLoop();
  return {
    workingMinutes: minutesOf(working),
    meetingMinutes: minutesOf(met),
    focusMinutes: minutesOf(without(joined([...free, ...focus]), met)),
    outsideMinutes: minutesOf(without(met, working)),
    meetings: meetings.filter(({ from }) => from >= range.from).length,
    backToBack: closeMeetings,
    longestFree: left.reduce<Span | null>(
      (longest, span) => (longest && lengthOf(longest) >= lengthOf(span) ? longest : span),
      null,
    ),
  };
}

function lengthOf({ from, until }: Span): number {
  return until - from;
}

function outOf(own: readonly OwnTime[], range: Span): Span[] {
  return own.filter(({ kind, rsvp }) => kind === "out" && rsvp !== "declined").map((row) => cut(row, range));
}

function cut({ from, until }: Span, range: Span): Span {
  return { from: Math.max(from, range.from), until: Math.min(until, range.until) };
}

/** Counts the meetings that start as another one ends. */
function backToBack(meetings: readonly OwnTime[], range: Span): number {
  const ends = meetings.map(({ until }) => until).sort((a, b) => a - b);
  let place = 0;
  return [...meetings]
    .sort((a, b) => a.from - b.from)
    .filter(({ from }) => {
      while ((ends[place] ?? Number.POSITIVE_INFINITY) < from - backToBackMs) place += 1;
      return from >= range.from && (ends[place] ?? Number.POSITIVE_INFINITY) <= from;
    }).length;
}

/** Merges spans that overlap or touch. */
function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const { from, until } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last && from <= last.until) last.until = Math.max(last.until, until);
    else found.push({ from, until });
  }
  return found;
}

/** Subtracts one list of spans from another. Both must be merged. */
function without(spans: readonly Span[], gone: readonly Span[]): Span[] {
  const left: Span[] = [];
  let first = 0;
  for (const { from, until } of spans) {
    while ((gone[first]?.until ?? Number.POSITIVE_INFINITY) <= from) first += 1;
    let at = from;
    for (let place = first; at < until; place += 1) {
      const hole = gone[place];
      if (!hole || hole.from >= until) break;
      if (hole.from > at) left.push({ from: at, until: hole.from });
      at = Math.max(at, hole.until);
    }
    if (at < until) left.push({ from: at, until });
  }
  return left;
}

/** Returns the total length of spans in minutes. */
export function minutesOf(spans: readonly Span[]): number {
  return Math.round(spans.reduce((sum, span) => sum + lengthOf(span), 0) / 60_000);
}
