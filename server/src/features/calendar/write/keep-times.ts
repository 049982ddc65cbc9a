import { monthsAhead, monthsBack } from "@atoll/contract/calendar/limits";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import type { Override } from "../tables.ts";
import { expandSeries, mostOccurrences, type Series } from "../time/series.ts";
import { timeZoneDataVersion } from "../time/temporal.ts";
import { readWall, writeWall } from "../time/wall.ts";
import { seriesOf, type TimeColumns } from "./series-of.ts";

interface Time {
  occurrence: string;
  starts: string;
  ends: string;
  startsAt: Date;
  endsAt: Date;
}

const always = { from: new Date("1899-12-01T00:00:00Z"), until: new Date("2999-12-31T00:00:00Z") };

/**
 * Derives the times of an event anew, from what its row and exceptions say in this transaction. Reminders of what stands
 * at another time than before are sent again.
 */
export async function keepTimes(tx: Database, eventId: string, now = new Date()): Promise<void> {
  const row = await tx
    .selectFrom("events")
    .select(["all_day", "starts", "ends", "zone", "rule", "added", "removed"])
    .where("id", "=", eventId)
    .executeTakeFirstOrThrow();
  const exceptions = await tx
    .selectFrom("event_exceptions")
    .select(["occurrence", "kind", "override"])
    .where("event_id", "=", eventId)
    .execute();
  const { times, knownUntil } = timesOf(row, exceptions, now);
  await writeTimes(tx, eventId, times);
  const first = times.reduce<Date | undefined>(
    (least, { startsAt }) => (least && least < startsAt ? least : startsAt),
    undefined,
  );
  const last = times.reduce<Date | undefined>(
    (most, { endsAt }) => (most && most > endsAt ? most : endsAt),
    undefined,
  );
  await sql`UPDATE events SET start_at = coalesce(${first ?? null}::timestamptz, 'infinity'),
      end_at = CASE WHEN ${knownUntil}::timestamptz IS NOT NULL THEN 'infinity'
        ELSE coalesce(${last ?? null}::timestamptz, '-infinity') END,
      known_until = ${knownUntil}, zones_version = ${timeZoneDataVersion()}
    WHERE id = ${eventId}`.execute(tx);
}

interface Exception {
  occurrence: string;
  kind: "modify" | "cancel";
  override: Override;
}

/** As far ahead as is kept; of a series without end no further back than is kept. */
function timesOf(
  row: TimeColumns,
  exceptions: readonly Exception[],
  now: Date,
): { times: Time[]; knownUntil: Date | null } {
  const series = seriesOf(row);
  const cancelled = new Set(
    exceptions.flatMap(({ kind, occurrence }) => (kind === "cancel" ? [occurrence] : [])),
  );
  const changed = new Map(
    exceptions.flatMap(({ kind, occurrence, override }) =>
      kind === "modify" && override.start !== undefined ? [[occurrence, override] as const] : [],
    ),
  );
  const { found, knownUntil } = expand(series, now);
  const times = found
    .filter(({ occurrence }) => !cancelled.has(occurrence) && !changed.has(occurrence))
    .map((one) => ({ ...one, ...wallsOf(series, one.occurrence) }));
  for (const [occurrence, { start, end }] of changed) {
    if (start === undefined || end === undefined) continue;
    const [moved] = expandSeries(
      { ...series, start, end, rule: null, added: [], removed: [] },
      { ...always, limit: 1 },
    );
    if (moved)
      times.push({ occurrence, starts: start, ends: end, startsAt: moved.startsAt, endsAt: moved.endsAt });
  }
  return { times, knownUntil };
}

function expand(series: Series, now: Date) {
  if (series.rule === null)
    return { found: expandSeries(series, { ...always, limit: mostOccurrences }), knownUntil: null };
  const start = Date.parse(`${series.start.slice(0, 10)}T00:00:00Z`);
  const ahead = monthsFrom(new Date(Math.max(now.getTime(), start)), monthsAhead);
  // What ends is known from its begin on.
  const hasEnd = /(?:^|;)(?:COUNT|UNTIL)=/i.test(series.rule);
  const from = hasEnd ? always.from : monthsFrom(now, -monthsBack);
  const found = expandSeries(series, { from, until: ahead, limit: mostOccurrences });
  const goesOn = expandSeries(series, { from: ahead, until: always.until, limit: 1 }).length > 0;
  return { found, knownUntil: goesOn ? ahead : null };
}

function monthsFrom(at: Date, months: number): Date {
  const moved = new Date(at);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  return moved;
}

/** What clocks show when an occurrence that was not moved begins and ends. */
function wallsOf({ start, end, allDay }: Series, occurrence: string): { starts: string; ends: string } {
  const lengthMs = (readWall(end, allDay) ?? 0) - (readWall(start, allDay) ?? 0);
  return { starts: occurrence, ends: writeWall((readWall(occurrence, allDay) ?? 0) + lengthMs, allDay) };
}

async function writeTimes(tx: Database, eventId: string, times: readonly Time[]): Promise<void> {
  const columns = sql`unnest(${times.map(({ occurrence }) => occurrence)}::text[], ${times.map(({ starts }) => starts)}::text[],
    ${times.map(({ ends }) => ends)}::text[], ${times.map(({ startsAt }) => startsAt.toISOString())}::timestamptz[],
    ${times.map(({ endsAt }) => endsAt.toISOString())}::timestamptz[]) AS t (occurrence, starts, ends, starts_at, ends_at)`;
  await sql`DELETE FROM event_reminders_sent s USING event_occurrences o
    WHERE s.event_id = ${eventId} AND o.event_id = s.event_id AND o.occurrence = s.occurrence
      AND NOT EXISTS (SELECT FROM ${columns} WHERE t.occurrence = o.occurrence AND t.starts_at = o.starts_at)`.execute(
    tx,
  );
  await sql`DELETE FROM event_occurrences o WHERE o.event_id = ${eventId}
    AND NOT EXISTS (SELECT FROM ${columns} WHERE t.occurrence = o.occurrence)`.execute(tx);
  await sql`INSERT INTO event_occurrences AS o (event_id, occurrence, starts, ends, starts_at, ends_at)
    SELECT ${eventId}, t.* FROM ${columns}
    ON CONFLICT (event_id, occurrence) DO UPDATE SET
      starts = excluded.starts, ends = excluded.ends, starts_at = excluded.starts_at, ends_at = excluded.ends_at
    WHERE (o.starts, o.ends, o.starts_at, o.ends_at)
      IS DISTINCT FROM (excluded.starts, excluded.ends, excluded.starts_at, excluded.ends_at)`.execute(tx);
}
