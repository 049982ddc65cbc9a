import { observedDays, uptimeHours } from "@atoll/contract/cards/limits";
import type { Uptime } from "@atoll/contract/cards/monitoring-schemas";
import { addDays, dayIn, instantIn } from "@atoll/contract/zones";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import type { Report } from "../data/report.ts";
import { readService, type Span } from "./uptime-states.ts";

const hourMs = 3_600_000;
const maxServices = 60;
/** Names among which services that still report are looked for. */
const maxNames = 500;
const maxSpans = 5_000;

/** Stores that a report about a service arrived, which the caller knows to be of production. One that says "no data" does not count. */
export async function storeObservation(
  db: Database,
  typeId: string,
  { stage, values }: Pick<Report, "stage" | "values">,
  at: Date,
): Promise<void> {
  const service = String(values.service ?? "").slice(0, 200);
  if (service === "" || stage === "no_data") return;
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
  const [spans, observed] = await Promise.all([
    findSpans(db, typeId, first, now),
    findObserved(db, typeId, first),
  ]);
  const names = [...new Set([...observed, ...spans].map(({ service }) => service))].sort();
  const spansOf = Map.groupBy(spans, ({ service }) => service);
  const seenOf = Map.groupBy(
    await findSeen(db, typeId, names.slice(0, maxServices), starts),
    ({ service }) => service,
  );
  return {
    buckets: starts.map((at) => at.toISOString()),
    isWhole: names.length <= maxServices,
    services: names.slice(0, maxServices).map((service) => {
      const seen = new Set(seenOf.get(service)?.map(({ bucket }) => bucket));
      return { service, ...readService(spansOf.get(service) ?? [], seen, [...starts, now]) };
    }),
  };
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

/** The first services that reports arrived of. Goes from name to name, however many hours each has. */
async function findObserved(db: Database, typeId: string, since: Date): Promise<{ service: string }[]> {
  const { rows } = await sql<{ service: string }>`
    WITH RECURSIVE names AS (
      (SELECT service, 1 AS number FROM card_observations WHERE type_id = ${typeId} ORDER BY service LIMIT 1)
      UNION ALL
      SELECT next.service, n.number + 1 FROM names n CROSS JOIN LATERAL (SELECT service FROM card_observations o
        WHERE o.type_id = ${typeId} AND o.service > n.service ORDER BY o.service LIMIT 1) next
      WHERE n.number < ${sql.lit(maxNames)}
    )
    SELECT service FROM names n WHERE EXISTS (SELECT FROM card_observations o
      WHERE o.type_id = ${typeId} AND o.service = n.service AND o.hour >= ${since})
    LIMIT ${sql.lit(maxServices + 1)}`.execute(db);
  return rows;
}

/** The buckets in which reports about services arrived. */
async function findSeen(
  db: Database,
  typeId: string,
  services: readonly string[],
  starts: readonly Date[],
): Promise<{ service: string; bucket: number }[]> {
  const { rows } = await sql<{ service: string; bucket: number }>`
    SELECT DISTINCT service, width_bucket(hour, ${[...starts]}::timestamptz[]) - 1 AS bucket
    FROM card_observations
    WHERE type_id = ${typeId} AND service = ANY(${[...services]}::text[]) AND hour >= ${starts[0]}`.execute(
    db,
  );
  return rows;
}

/** When alerts of production were open, by the history of their stages. */
async function findSpans(db: Database, typeId: string, since: Date, now: Date): Promise<Span[]> {
  const { rows } = await sql<Omit<Span, "rank"> & { severity: string | null }>`
    WITH alerts AS (
      SELECT c.id, c.stage, c.created_at, c.data ->> 'service' AS service, c.data ->> 'severity' AS severity
      FROM cards c WHERE c.type_id = ${typeId} AND c.deleted_at IS NULL AND c.merged_into_id IS NULL
        AND c.data ->> 'service' IS NOT NULL AND (c.data ->> 'environment' IS NULL
          OR c.data ->> 'environment' = (SELECT options ->> 'production' FROM card_types WHERE id = ${typeId}))
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
  const { fields } = await db
    .selectFrom("card_types")
    .select("fields")
    .where("id", "=", typeId)
    .executeTakeFirstOrThrow();
  const order = fields.find(({ name }) => name === "severity")?.options ?? [];
  return rows.map(({ severity, ...span }) => {
    const at = severity === null ? -1 : order.indexOf(severity);
    return { ...span, rank: at < 0 ? null : at };
  });
}
