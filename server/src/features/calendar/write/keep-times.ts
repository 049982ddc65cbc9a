import { sql } from "kysely";
import { shareLoop } from "../../../platform/turns/share-loop.ts";
import type { Database } from "../../../tables.ts";
import { timeColumns } from "../event-columns.ts";
import type { DerivedTimes, Time } from "../time/derive-times.ts";
import { seriesApart } from "../time/series-thread.ts";
import { timeZoneDataVersion } from "../time/temporal.ts";
import { seriesOf } from "./series-of.ts";

/** All the times of an event to be stored. */
export interface EventTimes extends DerivedTimes {
  eventId: string;
}

/**
 * Derives the times of an event from its row and exceptions in this transaction, and stores them. Reminders of
 * occurrences that moved are sent again.
 * @param owner whose turn it takes to compute them: a person, or a job.
 */
export async function keepTimes(
  tx: Database,
  owner: string,
  eventId: string,
  now = new Date(),
): Promise<void> {
  await keepTimesOf(tx, owner, [eventId], now);
}

/** Does the same for many events, in batches of a few statements. */
export async function keepTimesOf(
  tx: Database,
  owner: string,
  eventIds: readonly string[],
  now = new Date(),
): Promise<void> {
  await writeTimes(tx, derived(tx, owner, eventIds, now));
}

const eventsAtOnce = 200;

async function* derived(
  tx: Database,
  owner: string,
  eventIds: readonly string[],
  now: Date,
): AsyncGenerator<EventTimes> {
  const apart = seriesApart(owner);
  const turn = shareLoop();
  for (let at = 0; at < eventIds.length; at += eventsAtOnce) {
    const ids = eventIds.slice(at, at + eventsAtOnce);
    const rows = await tx
      .selectFrom("events")
      .select(["id", ...timeColumns])
      .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
      .execute();
    const exceptions = await tx
      .selectFrom("event_exceptions")
      .select(["event_id", "occurrence", "kind", "override"])
      .where(sql<boolean>`event_id = ANY(${ids}::uuid[])`)
      .orderBy("event_id")
      .orderBy("occurrence")
      .execute();
    const ofEvent = Map.groupBy(exceptions, ({ event_id }) => event_id);
    // All at once: within a transaction, each that is asked for alone would run it again.
    const times = await Promise.all(
      rows.map((row) => apart.derive(seriesOf(row), ofEvent.get(row.id) ?? [], now)),
    );
    for (const [index, row] of rows.entries()) {
      const own = times[index];
      if (own) yield { eventId: row.id, ...own };
      await turn();
    }
  }
}

const timesAtOnce = 5_000;

/** Writes the times of events that differ from the stored ones. */
export async function writeTimes(
  tx: Database,
  all: AsyncIterable<EventTimes> | Iterable<EventTimes>,
): Promise<void> {
  let batch: EventTimes[] = [];
  let count = 0;
  for await (const one of all) {
    batch.push(one);
    count += one.times.length;
    if (batch.length < eventsAtOnce && count < timesAtOnce) continue;
    await writeBatch(tx, batch);
    batch = [];
    count = 0;
  }
  if (batch.length > 0) await writeBatch(tx, batch);
}

interface Kept extends Time {
  eventId: string;
}

const keyOf = ({ eventId, occurrence }: Pick<Kept, "eventId" | "occurrence">) => `${eventId} ${occurrence}`;

async function writeBatch(tx: Database, batch: readonly EventTimes[]): Promise<void> {
  const there = await timesOf(
    tx,
    batch.map(({ eventId }) => eventId),
  );
  const wanted = new Map<string, Kept>();
  for (const { eventId, times } of batch)
    for (const time of times) wanted.set(keyOf({ eventId, ...time }), { eventId, ...time });
  const gone: Kept[] = [];
  // Occurrences at new times: their reminders are due again.
  const moved: Kept[] = [];
  for (const one of there) {
    const next = wanted.get(keyOf(one));
    if (!next) gone.push(one);
    else if (next.startsAt !== one.startsAt) moved.push(one);
    if (next && isSame(next, one)) wanted.delete(keyOf(one));
  }
  await deleteFrom(tx, "event_reminders_sent", [...gone, ...moved]);
  await deleteFrom(tx, "event_occurrences", gone);
  await insertTimes(tx, [...wanted.values()]);
  await noteSpans(tx, batch);
}

async function timesOf(tx: Database, eventIds: readonly string[]): Promise<Kept[]> {
  const rows = await tx
    .selectFrom("event_occurrences")
    .selectAll()
    .where(sql<boolean>`event_id = ANY(${eventIds}::uuid[])`)
    .execute();
  return rows.map(({ event_id: eventId, starts_at, ends_at, ...row }) => ({
    eventId,
    ...row,
    startsAt: starts_at.toISOString(),
    endsAt: ends_at.toISOString(),
  }));
}

function isSame(one: Kept, other: Kept): boolean {
  return (
    one.starts === other.starts &&
    one.ends === other.ends &&
    one.startsAt === other.startsAt &&
    one.endsAt === other.endsAt
  );
}

async function deleteFrom(
  tx: Database,
  table: "event_reminders_sent" | "event_occurrences",
  times: readonly Kept[],
): Promise<void> {
  if (times.length === 0) return;
  await sql`DELETE FROM ${sql.table(table)} d USING unnest(${times.map(({ eventId }) => eventId)}::uuid[],
      ${times.map(({ occurrence }) => occurrence)}::text[]) AS t (event_id, occurrence)
    WHERE d.event_id = t.event_id AND d.occurrence = t.occurrence`.execute(tx);
}

async function insertTimes(tx: Database, times: readonly Kept[]): Promise<void> {
  if (times.length === 0) return;
  await sql`INSERT INTO event_occurrences (event_id, occurrence, starts, ends, starts_at, ends_at)
    SELECT * FROM unnest(${times.map(({ eventId }) => eventId)}::uuid[],
      ${times.map(({ occurrence }) => occurrence)}::text[], ${times.map(({ starts }) => starts)}::text[],
      ${times.map(({ ends }) => ends)}::text[], ${times.map(({ startsAt }) => startsAt)}::timestamptz[],
      ${times.map(({ endsAt }) => endsAt)}::timestamptz[])
    ON CONFLICT (event_id, occurrence) DO UPDATE SET
      starts = excluded.starts, ends = excluded.ends, starts_at = excluded.starts_at, ends_at = excluded.ends_at`.execute(
    tx,
  );
}

/** Stores each event's first start, last end and longest duration, which queries use to find it. */
async function noteSpans(tx: Database, batch: readonly EventTimes[]): Promise<void> {
  const spans = batch.map(({ times }) => ({
    first: times.reduce<string | null>(
      (least, { startsAt }) => (least && least < startsAt ? least : startsAt),
      null,
    ),
    last: times.reduce<string | null>((most, { endsAt }) => (most && most > endsAt ? most : endsAt), null),
    longestMs: times.reduce(
      (most, { startsAt, endsAt }) => Math.max(most, Date.parse(endsAt) - Date.parse(startsAt)),
      0,
    ),
  }));
  await sql`UPDATE events e SET start_at = coalesce(t.first, 'infinity'),
      end_at = CASE WHEN t.known_until IS NOT NULL THEN 'infinity' ELSE coalesce(t.last, '-infinity') END,
      known_until = t.known_until, longest = make_interval(secs => t.longest_ms / 1000), zones_version = ${timeZoneDataVersion()}
    FROM unnest(${batch.map(({ eventId }) => eventId)}::uuid[], ${spans.map(({ first }) => first)}::timestamptz[],
      ${spans.map(({ last }) => last)}::timestamptz[], ${batch.map(({ knownUntil }) => knownUntil)}::timestamptz[],
      ${spans.map(({ longestMs }) => longestMs)}::float8[]) AS t (id, first, last, known_until, longest_ms)
    WHERE e.id = t.id`.execute(tx);
}
