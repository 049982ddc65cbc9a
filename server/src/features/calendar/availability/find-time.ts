import type { FreeBusy } from "@atoll/contract/calendar/free-schemas";
import { longestFreeDays } from "@atoll/contract/calendar/limits";
import type { EventViewer } from "@atoll/contract/calendar/policy";
import type { Person } from "@atoll/contract/people/schemas";
import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { shareLoop } from "../../../platform/turns/share-loop.ts";
import type { Database } from "../../../tables.ts";
import type { People } from "../../people/public.ts";
import { isReadable } from "../sight.ts";
import { instantOf } from "../time/temporal.ts";
import { dayMs, readWall } from "../time/wall.ts";
import { assertZone, findWorkers, type Span, type Worker } from "../working-hours.ts";
import { type Busy, suggestTimes } from "./suggest-times.ts";

interface Wanted {
  personIds: string[];
  from: string;
  until: string;
  zone: string;
  durationMinutes: number;
  exceptEventId: string | null;
}

/** The largest difference between the starts of a day in two time zones. */
const zonesApartMs = 26 * 3600_000;

/**
 * Returns when people are free or busy, without what they do, and suggests times. All-day events cover the days of each
 * person's own time zone. Events that show as free and events that the person declined are left out. A person without a
 * time zone is taken to be in the viewer's.
 * @throws {AppError} `range_too_long`, `attendee_unavailable` for somebody who has left, `invalid_request` for an
 *   unknown time zone.
 */
export async function findTime(
  { db, people }: { db: Database; people: People },
  viewer: EventViewer,
  { personIds, durationMinutes, exceptEventId, zone, ...wanted }: Wanted,
  now = Date.now(),
): Promise<FreeBusy> {
  assertZone(zone);
  const range = { from: Date.parse(wanted.from), until: Date.parse(wanted.until) };
  if (range.until - range.from > longestFreeDays * dayMs) throw new AppError("range_too_long");
  const ids = [...new Set(personIds)];
  const [known, workerOf, rows] = await Promise.all([
    people.of(ids),
    findWorkers(db, ids, zone),
    busyRows(db, ids, range, isExcept(viewer, exceptEventId)),
  ]);
  const byPerson = Map.groupBy(rows, ({ user_id }) => user_id);
  const yieldToLoop = shareLoop();
  const found: { id: string; person: Person; worker: Worker; busy: Busy[] }[] = [];
  for (const id of ids) {
    const person = known.get(id);
    if (!person || person.isFormer) throw new AppError("attendee_unavailable");
    const worker = workerOf(id);
    found.push({ id, person, worker, busy: merged(byPerson.get(id) ?? [], worker.zone, range) });
    await yieldToLoop();
  }
  const suggestions = await suggestTimes(
    found,
    { from: Math.max(range.from, now), until: range.until },
    durationMinutes,
    zone,
  );
  return {
    people: found.map(({ person, worker, busy }) => ({
      person,
      zone: worker.zone,
      workingHours: [...worker.hours],
      busy: busy.map(({ from, until, as }) => ({ startsAt: text(from), endsAt: text(until), as })),
    })),
    suggestions: suggestions.map(({ from, until, ...conflicts }) => ({
      startsAt: text(from),
      endsAt: text(until),
      ...conflicts,
    })),
  };
}

function text(ms: number): string {
  return new Date(ms).toISOString();
}

interface BusyRow {
  user_id: string;
  as: Busy["as"];
  starts_at: Date;
  ends_at: Date;
  /** The first day of an all-day event, in its person's time zone. */
  starts: string | null;
  ends: string | null;
}

/**
 * SQL: the event `e` does not count as busy. Only a viewer who may read an event may exclude it: otherwise the
 * difference would reveal its attendees.
 */
function isExcept(viewer: EventViewer, eventId: string | null): RawBuilder<boolean> {
  return eventId === null
    ? sql<boolean>`false`
    : sql<boolean>`(e.id = ${eventId}::uuid AND ${isReadable(viewer)})`;
}

/**
 * Returns busy times, merged by PostgreSQL where they overlap or touch: a full calendar shrinks to a tenth of the rows.
 */
async function busyRows(
  db: Database,
  ids: readonly string[],
  range: Span,
  isLeftOut: RawBuilder<boolean>,
): Promise<BusyRow[]> {
  const [from, until] = [new Date(range.from - zonesApartMs), new Date(range.until + zonesApartMs)];
  const { rows } = await sql<BusyRow>`WITH taken AS MATERIALIZED (
      SELECT a.user_id, e.all_day, o.starts, o.ends, o.starts_at, o.ends_at,
        CASE WHEN coalesce(y.rsvp, a.rsvp) <> 'accepted' THEN 'tentative' WHEN e.kind = 'out' THEN 'out' ELSE 'busy' END AS "as"
      FROM event_attendees a JOIN events e ON e.id = a.event_id JOIN event_occurrences o ON o.event_id = e.id
      LEFT JOIN event_answers y ON y.event_id = o.event_id AND y.occurrence = o.occurrence AND y.user_id = a.user_id
      WHERE a.user_id = ANY(${[...ids]}::uuid[]) AND a.end_at >= ${from} AND a.start_at < ${until}
        AND e.deleted_at IS NULL AND e.shows_as = 'busy' AND NOT ${isLeftOut}
        AND o.starts_at < ${until} AND o.starts_at >= ${from}::timestamptz - e.longest AND o.ends_at > ${from}
        AND coalesce(y.rsvp, a.rsvp) <> 'declined'
    )
    SELECT user_id, "as", lower(span) AS starts_at, upper(span) AS ends_at, NULL AS starts, NULL AS ends FROM (
      SELECT user_id, "as", unnest(range_agg(tstzrange(starts_at, ends_at))) AS span
      FROM taken WHERE NOT all_day GROUP BY user_id, "as") merged
    UNION ALL SELECT user_id, "as", starts_at, ends_at, starts, ends FROM taken WHERE all_day`.execute(db);
  return rows;
}

/** Returns the times in order and without overlaps. Of two that overlap, the firmer one wins. */
function merged(rows: readonly BusyRow[], zone: string, range: Span): Busy[] {
  const at = (wall: string) => instantOf(readWall(wall, true) ?? 0, zone);
  const spans = rows
    .map((row): Busy => {
      const { starts, ends } = row;
      const [from, until] =
        starts !== null && ends !== null
          ? [at(starts), at(ends)]
          : [row.starts_at.getTime(), row.ends_at.getTime()];
      return { from: Math.max(from, range.from), until: Math.min(until, range.until), as: row.as };
    })
    .filter(({ from, until }) => from < until);
  const edges = [...new Set(spans.flatMap(({ from, until }) => [from, until]))].sort((a, b) => a - b);
  const ordered = spans.sort((a, b) => a.from - b.from);
  const found: Busy[] = [];
  let open: Busy[] = [];
  let next = 0;
  for (const [place, from] of edges.entries()) {
    const until = edges[place + 1];
    for (let one = ordered[next]; one && one.from <= from; one = ordered[next]) {
      open.push(one);
      next += 1;
    }
    open = open.filter((one) => one.until > from);
    if (until === undefined || open.length === 0) continue;
    const as = firmness.find((kind) => open.some((one) => one.as === kind)) ?? "busy";
    const before = found.at(-1);
    if (before && before.until === from && before.as === as) before.until = until;
    else found.push({ from, until, as });
  }
  return found;
}

const firmness = ["out", "busy", "tentative"] as const;
