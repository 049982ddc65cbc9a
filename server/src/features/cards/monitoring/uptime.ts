import { observedDays, uptimeHours } from "@atoll/contract/cards/limits";
import type { Uptime, UptimeState } from "@atoll/contract/cards/monitoring-schemas";
import { addDays, dayIn, instantIn } from "@atoll/contract/zones";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import type { Report } from "../hooks/report.ts";

const hourMs = 3_600_000;
const maxServices = 60;
const maxSpans = 5_000;

/** Stores that a report about a service in production arrived. One that says "no data" does not count. */
export async function storeObservation(
  db: Database,
  typeId: string,
  { stage, values }: Report,
  at: Date,
): Promise<void> {
  const service = String(values.service ?? "").slice(0, 200);
  if (service === "" || stage === "no_data" || !/^(prod.*)?$/i.test(String(values.environment ?? ""))) return;
  await db
    .insertInto("card_observations")
    .values({ type_id: typeId, service, hour: new Date(Math.floor(at.getTime() / hourMs) * hourMs) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes observations that no strip shows any more. */
export async function sweepObservations(db: Database): Promise<void> {
  await sql`DELETE FROM card_observations WHERE hour < now() - make_interval(days => ${observedDays + 2})`.execute(
    db,
  );
}

interface Span {
  service: string;
  severity: string | null;
  stage: string;
  from: Date;
  until: Date;
}

/**
 * Returns when the services of production were up. A day or hour is down or slow where an alert was open, up where a
 * report arrived and none was open, and unknown without any report.
 */
export async function readUptime(
  db: Database,
  typeId: string,
  { span, zone }: { span: "days" | "hours"; zone: string },
  now = new Date(),
): Promise<Uptime> {
  const starts = span === "days" ? daysUntil(zone, now) : hoursUntil(now);
  const [first = now] = starts;
  const ends = [...starts.slice(1), now];
  const [spans, observed] = await Promise.all([
    findSpans(db, typeId, first, now),
    db
      .selectFrom("card_observations")
      .select(["service", "hour"])
      .where("type_id", "=", typeId)
      .where("hour", ">=", first)
      .orderBy("service")
      .execute(),
  ]);
  const names = [...new Set([...observed, ...spans].map(({ service }) => service))].sort();
  const spansOf = Map.groupBy(spans, ({ service }) => service);
  const hoursOf = Map.groupBy(observed, ({ service }) => service);
  return {
    buckets: starts.map((at) => at.toISOString()),
    services: names.slice(0, maxServices).map((service) => {
      const own = spansOf.get(service) ?? [];
      const seen = new Array<boolean>(starts.length).fill(false);
      for (const { hour } of hoursOf.get(service) ?? []) {
        const at = bucketOf(starts, hour);
        if (at >= 0) seen[at] = true;
      }
      const states = starts.map((from, at): UptimeState => {
        const until = ends[at] ?? now;
        return stateOf(
          own.filter((one) => one.from < until && one.until > from),
          seen[at] === true,
        );
      });
      return { service, states, uptime: shareOf(own, states, { starts, ends }) };
    }),
  };
}

/** An open alert counts first, then missing data, then a report. */
function stateOf(open: readonly Span[], isSeen: boolean): UptimeState {
  const alerts = open.filter(({ stage }) => stage !== "no_data");
  if (alerts.some(isDown)) return "down";
  if (alerts.length > 0) return "slow";
  return isSeen && open.length === 0 ? "up" : "unknown";
}

function isDown({ severity, stage }: Span): boolean {
  return stage !== "no_data" && (severity === "Urgent" || severity === "High");
}

function shareOf(
  spans: readonly Span[],
  states: readonly UptimeState[],
  { starts, ends }: { starts: readonly Date[]; ends: readonly Date[] },
): number | null {
  let knownMs = 0;
  let downMs = 0;
  for (const [at, state] of states.entries()) {
    const [from, until] = [starts[at], ends[at]];
    if (state === "unknown" || !from || !until) continue;
    knownMs += until.getTime() - from.getTime();
    downMs += coveredMs(spans.filter(isDown), from, until);
  }
  return knownMs === 0 ? null : 1 - Math.min(downMs / knownMs, 1);
}

/** The time within two instants that at least one of the spans covers. */
function coveredMs(spans: readonly Span[], from: Date, until: Date): number {
  let covered = 0;
  let reached = from.getTime();
  for (const span of spans.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const start = Math.max(span.from.getTime(), reached);
    const end = Math.min(span.until.getTime(), until.getTime());
    if (end <= start) continue;
    covered += end - start;
    reached = end;
  }
  return covered;
}

function daysUntil(zone: string, now: Date): Date[] {
  const today = dayIn(zone, now);
  return Array.from({ length: observedDays }, (_, index) =>
    instantIn(zone, addDays(today, index + 1 - observedDays)),
  );
}

function hoursUntil(now: Date): Date[] {
  const last = Math.floor(now.getTime() / hourMs) * hourMs;
  return Array.from(
    { length: uptimeHours },
    (_, index) => new Date(last - (uptimeHours - 1 - index) * hourMs),
  );
}

function bucketOf(starts: readonly Date[], at: Date): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? at) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** When alerts of production were open, by the history of their stages. */
async function findSpans(db: Database, typeId: string, since: Date, now: Date): Promise<Span[]> {
  const { rows } = await sql<Span>`
    WITH alerts AS (
      SELECT c.id, c.stage, c.created_at, c.data ->> 'service' AS service, c.data ->> 'severity' AS severity
      FROM cards c WHERE c.type_id = ${typeId} AND c.deleted_at IS NULL AND c.merged_into_id IS NULL
        AND c.data ->> 'service' IS NOT NULL AND coalesce(c.data ->> 'environment', 'Production') = 'Production'
        AND (c.updated_at >= ${since} OR c.stage IN ('firing', 'acknowledged', 'no_data'))
      ORDER BY c.updated_at DESC LIMIT ${sql.lit(maxSpans)}
    ), steps AS (
      SELECT a.id, o.at, o.id AS number, o.after #>> '{}' AS stage, o.before #>> '{}' AS before
      FROM alerts a JOIN object_changes o ON o.subject_kind = 'card' AND o.subject_id = a.id AND o.field = 'stage'
        AND o.undone_at IS NULL
    ), whole AS (
      SELECT id, at, number, stage FROM steps
      -- A card that people added has no step for its first stage.
      UNION ALL SELECT a.id, a.created_at, 0, coalesce(first.before, a.stage) FROM alerts a
        LEFT JOIN LATERAL (SELECT before FROM steps s WHERE s.id = a.id ORDER BY at, number LIMIT 1) first ON true
        WHERE first.before IS NOT NULL OR NOT EXISTS (SELECT FROM steps s WHERE s.id = a.id)
    )
    SELECT a.service, a.severity, w.stage, w.at AS "from", w.until FROM alerts a JOIN (
      SELECT id, stage, at, coalesce(lead(at) OVER (PARTITION BY id ORDER BY at, number), ${now}::timestamptz) AS until
      FROM whole) w ON w.id = a.id
    WHERE w.stage IN ('firing', 'acknowledged', 'no_data') AND w.until > ${since} AND w.at < ${now}
    LIMIT ${sql.lit(maxSpans)}`.execute(db);
  return rows;
}
