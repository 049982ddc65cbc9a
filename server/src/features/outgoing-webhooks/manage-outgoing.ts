import type { outgoingWebhookRoutes } from "@atoll/contract/outgoing-webhooks/routes";
import {
  type HookEvent,
  hookEvents,
  maxOutgoingWebhooks,
  type OutgoingWebhook,
} from "@atoll/contract/outgoing-webhooks/schemas";
import type { RouteInput } from "@atoll/contract/route";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { assertNotChanged } from "../../platform/assert-not-changed.ts";
import { recordAct } from "../../platform/audit.ts";
import { assertSendable } from "../../platform/outbound/guard-address.ts";
import type { OutboundRules } from "../../platform/outbound/guarded-post.ts";
import type { Changer, Colleague } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { changeAs } from "../identity/public.ts";
import { notify } from "../notifications/public.ts";
import { accessOutgoing, accessPlace, assertManagesOutgoing, type HookPlace, nameOfPlace } from "./access.ts";
import { failWaiting, lastDeliveries, presentDelivery, queueTest } from "./deliveries.ts";
import { addSecret, endSecret } from "./secrets.ts";

/** How long the browser that got no answer may ask for the secret again. */
const unseenFor = sql.lit("10 minutes");

type Row = Awaited<ReturnType<typeof accessOutgoing>>;
/** The owner, with the browser that asks, in words. */
export type HookOwner = Changer & { device: string };
type WithSecret = { webhook: OutgoingWebhook; secret: string };

/** Lists the viewer's webhooks, the oldest first. There are at most `maxOutgoingWebhooks`. */
export async function listOutgoing(db: Database, viewer: Colleague): Promise<OutgoingWebhook[]> {
  assertManagesOutgoing(viewer);
  const rows = await db
    .selectFrom("outgoing_webhooks")
    .selectAll()
    .where("owner_id", "=", viewer.id)
    .orderBy("created_at")
    .orderBy("id")
    .limit(maxOutgoingWebhooks)
    .execute();
  return presentAll(db, viewer, rows);
}

async function presentAll(db: Database, viewer: Colleague, rows: readonly Row[]): Promise<OutgoingWebhook[]> {
  const ids = rows.map(({ id }) => id);
  const last = await lastDeliveries(db, ids);
  const former = await db
    .selectFrom("outgoing_webhook_secrets")
    .select(["webhook_id", "ends_at"])
    .where(sql<boolean>`webhook_id = ANY(${ids}::uuid[])`)
    .where("ends_at", ">", sql<Date>`now()`)
    .execute();
  const untilOf = new Map(former.map(({ webhook_id, ends_at }) => [webhook_id, ends_at]));
  const webhooks: OutgoingWebhook[] = [];
  for (const row of rows) {
    const delivery = last.get(row.id);
    webhooks.push({
      id: row.id,
      name: row.name,
      address: row.address,
      place: { ...placeOf(row), name: await nameOfPlace(db, viewer, placeOf(row)) },
      events: row.events as HookEvent[],
      isOn: row.is_on,
      stopReason: row.stop_reason as OutgoingWebhook["stopReason"],
      createdAt: row.created_at.toISOString(),
      formerSecretUntil: untilOf.get(row.id)?.toISOString() ?? null,
      lastDelivery: delivery ? presentDelivery(delivery) : null,
      version: row.version,
    });
  }
  return webhooks;
}

function placeOf({ place_kind, place_id }: Pick<Row, "place_kind" | "place_id">): HookPlace {
  return { kind: place_kind as HookPlace["kind"], id: place_id };
}

/** Returns a webhook of the viewer. @throws {AppError} as `accessOutgoing`. */
async function getOutgoing(db: Database, viewer: Colleague, webhookId: string): Promise<OutgoingWebhook> {
  const [webhook] = await presentAll(db, viewer, [await accessOutgoing(db, viewer, webhookId)]);
  if (!webhook) throw new AppError("outgoing_webhook_not_found");
  return webhook;
}

/**
 * Creates a webhook of a place that the viewer can see. The same request again, after its answer was lost, replaces the
 * secret that nobody has seen.
 * @throws {AppError} as `accessPlace`; `webhook_address_refused`, `too_many_outgoing_webhooks`, `outgoing_webhook_id_taken`.
 */
export async function createOutgoing(
  db: Database,
  rules: OutboundRules,
  viewer: HookOwner,
  {
    id,
    name,
    address,
    place,
    events,
  }: RouteInput<typeof outgoingWebhookRoutes.createOutgoingWebhook>["body"],
): Promise<WithSecret> {
  assertSendable(rules.privateHosts, address);
  const at: HookPlace = { kind: place.kind, id: place.kind === "company" ? null : place.id };
  const wanted = { name, address, place_kind: at.kind, place_id: at.id, events: [...new Set(events)].sort() };
  const secret = await changeAs(db, viewer, async (tx, current) => {
    assertManagesOutgoing(current);
    await accessPlace(tx, current, at);
    // One at a time for each owner, so that the maximum holds.
    await sql`SELECT FROM accounts WHERE id = ${viewer.id} FOR NO KEY UPDATE`.execute(tx);
    if (await isUnseen(tx, viewer.id, id, wanted)) {
      await endSecret(tx, id, false);
      return addSecret(tx, id);
    }
    const { count } = await tx
      .selectFrom("outgoing_webhooks")
      .select(sql<number>`count(*)::int`.as("count"))
      .where("owner_id", "=", viewer.id)
      .executeTakeFirstOrThrow();
    if (count >= maxOutgoingWebhooks) throw new AppError("too_many_outgoing_webhooks");
    await tx
      .insertInto("outgoing_webhooks")
      .values({ id, owner_id: viewer.id, ...wanted })
      .execute();
    await record(
      tx,
      viewer,
      "outgoing-webhook.created",
      { id, name, ...placeColumns(at) },
      { address, events },
    );
    await notifyOfAddress(tx, viewer, { id, name, address });
    return addSecret(tx, id);
  });
  return { webhook: await getOutgoing(db, viewer, id), secret };
}

function placeColumns({ kind, id }: HookPlace): Pick<Row, "place_kind" | "place_id"> {
  return { place_kind: kind, place_id: id };
}

/** Returns whether the same request just created this webhook. @throws {AppError} `outgoing_webhook_id_taken`. */
async function isUnseen(
  tx: Database,
  ownerId: string,
  id: string,
  wanted: Pick<Row, "name" | "address" | "place_kind" | "place_id" | "events">,
): Promise<boolean> {
  const { rows } = await sql<{ is_unseen: boolean }>`
    SELECT owner_id = ${ownerId} AND name = ${wanted.name} AND address = ${wanted.address}
      AND place_kind = ${wanted.place_kind} AND place_id IS NOT DISTINCT FROM ${wanted.place_id}::uuid
      AND events = ${wanted.events}::text[] AND created_at > now() - ${unseenFor}::interval
      AND NOT EXISTS (SELECT FROM outgoing_deliveries d WHERE d.webhook_id = w.id) AS is_unseen
    FROM outgoing_webhooks w WHERE id = ${id}`.execute(tx);
  const [there] = rows;
  if (there && !there.is_unseen) throw new AppError("outgoing_webhook_id_taken");
  return there !== undefined;
}

/**
 * Changes a webhook, or switches it off or on. Switched on, it sends what happens from then on.
 * @throws {AppError} as `accessOutgoing`; `changed_meanwhile`, `webhook_address_refused`, `webhook_events_refused`.
 */
export async function changeOutgoing(
  db: Database,
  rules: OutboundRules,
  viewer: HookOwner,
  webhookId: string,
  change: RouteInput<typeof outgoingWebhookRoutes.changeOutgoingWebhook>["body"],
): Promise<OutgoingWebhook> {
  const { version, name, address, events, isOn } = change;
  if (address !== undefined) assertSendable(rules.privateHosts, address);
  await changeAs(db, viewer, async (tx, current) => {
    const webhook = await lockOutgoing(tx, current, webhookId);
    assertNotChanged(webhook, version);
    const possible = hookEvents[placeOf(webhook).kind];
    if (events?.some((event) => !(event in possible))) throw new AppError("webhook_events_refused");
    await tx
      .updateTable("outgoing_webhooks")
      .set({
        ...(name !== undefined && { name }),
        ...(address !== undefined && { address }),
        ...(events !== undefined && { events: [...new Set(events)].sort() }),
        ...(isOn !== undefined && { is_on: isOn, stop_reason: null }),
        version: version + 1,
      })
      .where("id", "=", webhookId)
      .execute();
    if (isOn === false) await failWaiting(tx, webhookId);
    await record(tx, viewer, "outgoing-webhook.changed", webhook, { name, address, events, isOn });
    if (address !== undefined && address !== webhook.address)
      await notifyOfAddress(tx, viewer, { id: webhookId, name: name ?? webhook.name, address });
  });
  return getOutgoing(db, viewer, webhookId);
}

async function lockOutgoing(tx: Database, viewer: Colleague, webhookId: string): Promise<Row> {
  await sql`SELECT FROM outgoing_webhooks WHERE id = ${webhookId} FOR UPDATE`.execute(tx);
  return accessOutgoing(tx, viewer, webhookId);
}

/** Makes a new secret. The former one signs as well for a day. @throws {AppError} as `accessOutgoing`. */
export async function renewSecret(db: Database, viewer: HookOwner, webhookId: string): Promise<WithSecret> {
  const secret = await changeAs(db, viewer, async (tx, current) => {
    const webhook = await lockOutgoing(tx, current, webhookId);
    await endSecret(tx, webhookId, true);
    await record(tx, viewer, "outgoing-webhook.renewed", webhook);
    await notifyOfAddress(tx, viewer, webhook);
    return addSecret(tx, webhookId);
  });
  return { webhook: await getOutgoing(db, viewer, webhookId), secret };
}

/** Queues a test event. @throws {AppError} as `accessOutgoing`. */
export function testOutgoing(db: Database, viewer: Changer, webhookId: string): Promise<void> {
  return changeAs(db, viewer, async (tx, current) => {
    await accessOutgoing(tx, current, webhookId);
    await queueTest(tx, webhookId);
  });
}

/** Deletes a webhook with its log. @throws {AppError} as `accessOutgoing`. */
export function deleteOutgoing(db: Database, viewer: Changer, webhookId: string): Promise<void> {
  return changeAs(db, viewer, async (tx, current) => {
    const webhook = await lockOutgoing(tx, current, webhookId);
    await tx.deleteFrom("outgoing_webhooks").where("id", "=", webhookId).execute();
    await record(tx, viewer, "outgoing-webhook.deleted", webhook);
  });
}

/**
 * Notifies the owner, in every way, of where a webhook sends: it goes on without a session of theirs, and someone else may
 * have set it up.
 */
async function notifyOfAddress(
  tx: Database,
  { id: ownerId, device, address: ip }: HookOwner,
  { id, name, address }: Pick<Row, "id" | "name" | "address">,
): Promise<void> {
  await notify(tx, {
    ...{ kind: "webhook.set", subjectId: id, people: [ownerId] },
    facts: { place: `“${name}” to ${new URL(address).host}`, device, address: ip },
  });
}

/** The audit log knows where things go by the host: an address may have a secret in its path. */
export async function record(
  tx: Database,
  { id, name, address: ip }: Changer,
  action: `outgoing-webhook.${"created" | "changed" | "stopped" | "renewed" | "deleted"}`,
  webhook: Pick<Row, "id" | "name" | "place_kind" | "place_id">,
  { address, ...change }: { address?: string | undefined } & Record<string, unknown> = {},
): Promise<void> {
  await recordAct(tx, {
    action,
    actor: { id, name },
    address: ip,
    subject: { type: "outgoing-webhook", id: webhook.id, name: webhook.name },
    after: {
      place: webhook.place_id === null ? webhook.place_kind : `${webhook.place_kind} ${webhook.place_id}`,
      ...change,
      ...(address !== undefined && { host: new URL(address).host }),
    },
  });
}
