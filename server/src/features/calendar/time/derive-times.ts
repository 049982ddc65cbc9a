import { monthsAhead, monthsBack } from "@atoll/contract/calendar/limits";
import { expandSeries, mostOccurrences, readSeries, type Series } from "./series.ts";
import { firstMs, lastMs, readWall, writeWall } from "./wall.ts";

/** One stored occurrence of an event: its wall times, and its instants in UTC. */
export interface Time {
  occurrence: string;
  starts: string;
  ends: string;
  startsAt: string;
  endsAt: string;
}

/** The times of an event, as far as they are stored. Null: all of them are. */
export interface DerivedTimes {
  times: Time[];
  knownUntil: string | null;
}

/** The differences of one occurrence from its series. */
export interface Exception {
  occurrence: string;
  kind: "modify" | "cancel";
  override: { start?: string; end?: string };
}

const always = { from: new Date(firstMs), until: new Date(lastMs + 1) };

/**
 * Returns the times of a series within the stored period; for a series without end, no further back than the period. A
 * series without any time in the period gets its next, or else its last one, so that an event always has a time.
 * Returns no times for a series or event that this server cannot read.
 */
export function deriveTimes(series: Series, exceptions: readonly Exception[], now: Date): DerivedTimes {
  const cancelled = new Set(
    exceptions.flatMap(({ kind, occurrence }) => (kind === "cancel" ? [occurrence] : [])),
  );
  const changed = new Map(
    exceptions.flatMap(({ kind, occurrence, override }) =>
      kind === "modify" && override.start !== undefined ? [[occurrence, override] as const] : [],
    ),
  );
  if (typeof readSeries(series) === "string") return { times: [], knownUntil: null };
  const { found, knownUntil } = expand(series, now);
  const lengthMs = (readWall(series.end, series.allDay) ?? 0) - (readWall(series.start, series.allDay) ?? 0);
  const times = found
    .filter(({ occurrence }) => !cancelled.has(occurrence) && !changed.has(occurrence))
    .map(({ occurrence, startsAt, endsAt }): Time => {
      const ends = writeWall((readWall(occurrence, series.allDay) ?? 0) + lengthMs, series.allDay);
      return { ...instants({ startsAt, endsAt }), occurrence, starts: occurrence, ends };
    });
  for (const [occurrence, { start, end }] of changed) {
    if (start === undefined || end === undefined) continue;
    const single: Series = { ...series, start, end, rule: null, added: [], removed: [] };
    if (typeof readSeries(single) === "string") continue;
    const [moved] = expandSeries(single, { ...always, limit: 1 });
    if (moved) times.push({ ...instants(moved), occurrence, starts: start, ends: end });
  }
  return { times, knownUntil: knownUntil?.toISOString() ?? null };
}

function instants({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) {
  return { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
}

function expand(series: Series, now: Date) {
  if (series.rule === null)
    return { found: expandSeries(series, { ...always, limit: mostOccurrences }), knownUntil: null };
  const start = Date.parse(`${series.start.slice(0, 10)}T00:00:00Z`);
  const ahead = monthsFrom(new Date(Math.max(now.getTime(), start)), monthsAhead);
  // A series with an end is known from its start on.
  const hasEnd = /(?:^|;)(?:COUNT|UNTIL)=/i.test(series.rule);
  const from = hasEnd ? always.from : monthsFrom(now, -monthsBack);
  const found = expandSeries(series, { from, until: ahead, limit: mostOccurrences });
  const next = expandSeries(series, { from: ahead, until: always.until, limit: 1 });
  const knownUntil = next.length > 0 ? ahead : null;
  if (found.length > 0) return { found, knownUntil };
  return {
    found: next.length > 0 ? next : expandSeries(series, { ...always, limit: mostOccurrences }).slice(-1),
    knownUntil,
  };
}

function monthsFrom(at: Date, months: number): Date {
  const moved = new Date(at);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  return moved;
}
