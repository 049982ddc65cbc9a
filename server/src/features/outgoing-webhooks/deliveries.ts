import { type OutgoingDelivery, outgoingLogDays } from "@atoll/contract/outgoing-webhooks/schemas";
import { type Selectable, sql } from "kysely";
import { z } from "zod";
import { notifyTopics } from "../../notify-topics.ts";
import { AppError } from "../../platform/app-error.ts";
import { fetchPage } from "../../platform/page.ts";
import type { Database, Tables } from "../../tables.ts";

/** Longer than an attempt takes. After that, the node that took the delivery counts as dead. */
const lease = sql.lit("1 minute");

type DeliveryRow = Selectable<Tables["outgoing_deliveries"]>;

/** A delivery that is due, with its webhook as it is now. */
export interface DueDelivery {
  id: string;
  webhook_id: string;
  event: string;
  subject_id: string;
  at: Date;
  tries: number;
  trying_ms: number;
  address: string;
  owner_id: string;
  name: string;
  place_kind: string;
  place_id: string | null;
}

/**
 * Takes one due delivery of each of some webhooks for one attempt: of those about the same subject, the first. No other
 * node takes them during that time.
 * @param busy webhooks that have enough under way.
 */
export async function takeDueDeliveries(
  db: Database,
  howMany: number,
  busy: readonly string[],
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    WITH first AS MATERIALIZED (
      SELECT d.id FROM outgoing_webhooks w CROSS JOIN LATERAL (
        SELECT d.id FROM outgoing_deliveries d
        WHERE d.webhook_id = w.id AND d.state = 'waiting' AND d.due_at <= now()
          -- By index for each row. Joined, it would read all that waits of the webhook.
          AND d.number = (SELECT min(e.number) FROM outgoing_deliveries e WHERE e.webhook_id = d.webhook_id
            AND e.subject_id = d.subject_id AND e.state = 'waiting')
        ORDER BY d.due_at, d.number LIMIT 1) d
      WHERE w.is_on AND w.id <> ALL(${[...busy]}::uuid[])
      LIMIT ${sql.lit(howMany)}
    ), due AS MATERIALIZED (
      SELECT id FROM outgoing_deliveries WHERE id IN (SELECT id FROM first)
        AND state = 'waiting' AND due_at <= now()
      FOR UPDATE SKIP LOCKED
    )
    UPDATE outgoing_deliveries d SET due_at = now() + ${lease}::interval, taken_until = now() + ${lease}::interval,
      tries = d.tries + 1, trying_since = coalesce(d.trying_since, now())
    FROM due, outgoing_webhooks w WHERE d.id = due.id AND w.id = d.webhook_id
    RETURNING d.id, d.webhook_id, d.event, d.subject_id, d.at, d.tries, w.address, w.owner_id, w.name, w.place_kind,
      w.place_id, (extract(epoch FROM clock_timestamp() - d.trying_since) * 1000)::float8 AS trying_ms`.execute(
    db,
  );
  return rows;
}

/** How an attempt went. */
export interface Attempt {
  state: "sent" | "failed" | "dropped";
  status?: number | undefined;
  failure?: string | undefined;
}

/** Notes the end of a delivery. */
export async function settleDelivery(
  db: Database,
  deliveryId: string,
  { state, status, failure }: Attempt,
): Promise<void> {
  await sql`UPDATE outgoing_deliveries SET state = ${state}, settled_at = now(), taken_until = NULL,
      status = ${status ?? null}, failure = ${failure ?? null}
    WHERE id = ${deliveryId} AND state = 'waiting'`.execute(db);
}

/** Notes that what waits of a webhook is not sent, because it was switched off. It can be replayed. */
export async function failWaiting(tx: Database, webhookId: string): Promise<void> {
  await sql`UPDATE outgoing_deliveries SET state = 'failed', settled_at = now(), failure = 'The webhook was switched off'
    WHERE webhook_id = ${webhookId} AND state = 'waiting'`.execute(tx);
}

/** Puts a delivery off after a failed attempt. */
export async function putOffDelivery(
  db: Database,
  deliveryId: string,
  ms: number,
  { status, failure }: Omit<Attempt, "state">,
): Promise<void> {
  await sql`UPDATE outgoing_deliveries SET due_at = now() + make_interval(secs => ${ms / 1000}), taken_until = NULL,
      status = ${status ?? null}, failure = ${failure ?? null}
    WHERE id = ${deliveryId} AND state = 'waiting'`.execute(db);
}

/** Gives deliveries back that were taken and not tried, and wakes the other nodes. */
export async function releaseDeliveries(db: Database, ids: readonly string[]): Promise<void> {
  await sql`WITH released AS (
      UPDATE outgoing_deliveries SET due_at = now(), taken_until = NULL, tries = tries - 1
      WHERE id = ANY(${[...ids]}::uuid[]) AND state = 'waiting' RETURNING id
    ) SELECT pg_notify(${notifyTopics.outgoingDue}, '') FROM released LIMIT 1`.execute(db);
}

/**
 * Returns the time until the next delivery is due. Undefined if none waits. One that waits for another about the same
 * subject may be due already.
 */
export async function untilDueMs(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    SELECT (extract(epoch FROM min(due_at) - clock_timestamp()) * 1000)::float8 AS ms
    FROM outgoing_deliveries WHERE state = 'waiting'`.execute(db);
  return rows[0]?.ms ?? undefined;
}

/** Queues an event that says only that the webhook works. */
export async function queueTest(tx: Database, webhookId: string): Promise<void> {
  await sql`WITH queued AS (
      INSERT INTO outgoing_deliveries (webhook_id, event, subject_id) VALUES (${webhookId}, 'test', uuidv7()) RETURNING id
    ) SELECT pg_notify(${notifyTopics.outgoingDue}, '') FROM queued`.execute(tx);
}

/**
 * Has a delivery sent again at once, under its ID. One that a node is sending is left to it.
 * @throws {AppError} `outgoing_delivery_not_found`
 */
export async function replayDelivery(tx: Database, webhookId: string, deliveryId: string): Promise<void> {
  const { rows } = await sql`WITH there AS (
      SELECT id, taken_until FROM outgoing_deliveries
      WHERE id = ${deliveryId} AND webhook_id = ${webhookId} FOR UPDATE
    ), again AS (
      UPDATE outgoing_deliveries d SET state = 'waiting', due_at = now(), trying_since = NULL, settled_at = NULL
      FROM there WHERE d.id = there.id AND (there.taken_until IS NULL OR there.taken_until <= now()) RETURNING d.id
    ) SELECT pg_notify(${notifyTopics.outgoingDue}, '')::text FROM again
    UNION ALL SELECT NULL FROM there`.execute(tx);
  if (rows.length === 0) throw new AppError("outgoing_delivery_not_found");
}

const placeByNumber = z.tuple([z.int().nonnegative()]);

/** Lists a page of a webhook's deliveries, the newest first. */
export async function listDeliveries(
  db: Database,
  webhookId: string,
  query: { limit: number; cursor?: string | undefined },
): Promise<{ items: OutgoingDelivery[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await fetchPage(
    query,
    placeByNumber,
    (after, count) =>
      db
        .selectFrom("outgoing_deliveries")
        .selectAll()
        .where("webhook_id", "=", webhookId)
        .$if(after !== undefined, (part) => part.where("number", "<", after?.[0] ?? 0))
        .orderBy("number", "desc")
        .limit(count)
        .execute(),
    ({ number }) => [number] as [number],
  );
  return { items: rows.map(presentDelivery), nextCursor };
}

/** Returns the last delivery of each of these webhooks. */
export async function lastDeliveries(
  db: Database,
  webhookIds: readonly string[],
): Promise<ReadonlyMap<string, DeliveryRow>> {
  const { rows } = await sql<DeliveryRow>`SELECT d.* FROM unnest(${[...webhookIds]}::uuid[]) AS w (id),
    LATERAL (SELECT * FROM outgoing_deliveries WHERE webhook_id = w.id ORDER BY number DESC LIMIT 1) d`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.webhook_id, row]));
}

/** Returns a delivery for the owner of its webhook. */
export function presentDelivery(row: DeliveryRow): OutgoingDelivery {
  const { id, event, tries, status, failure } = row;
  return {
    ...{ id, event, tries, status, failure },
    at: row.at.toISOString(),
    state: row.state as OutgoingDelivery["state"],
    nextAt: row.state === "waiting" ? row.due_at.toISOString() : null,
  };
}

/** Deletes what is older than the log, and wakes the nodes for anything that they have missed. */
export async function sweepDeliveries(tx: Database): Promise<void> {
  await sql`DELETE FROM outgoing_deliveries
    WHERE settled_at < now() - make_interval(days => ${sql.lit(outgoingLogDays)})`.execute(tx);
  await sql`DELETE FROM outgoing_webhook_secrets WHERE ends_at <= now()`.execute(tx);
  await sql`SELECT pg_notify(${notifyTopics.outgoingDue}, '')
    WHERE EXISTS (SELECT FROM outgoing_deliveries WHERE state = 'waiting')`.execute(tx);
}
