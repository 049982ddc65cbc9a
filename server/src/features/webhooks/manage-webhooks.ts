import { createHash, randomInt } from "node:crypto";
import type { RouteInput } from "@atoll/contract/route";
import type { webhookRoutes } from "@atoll/contract/webhooks/routes";
import { maxWebhooks, type Webhook, webhookPrefix } from "@atoll/contract/webhooks/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { recordAct } from "../../platform/audit.ts";
import type { Changer, ChangeSources, RequestViewer } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { assertMayChat } from "../chat/policy.ts";
import { accessManagedChannel } from "../chat/public.ts";
import { changeAlone, changeAs, rejectNameOfColleague } from "../identity/public.ts";

type Sources = Pick<ChangeSources, "db" | "people">;
interface WebhookRow {
  id: string;
  channel_id: string;
  name: string;
  isPublic: boolean;
}

type WithSecret = { webhook: Webhook; secret: string };

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** How long the browser that got no answer may ask for the address again. */
const unseenFor = sql.lit("10 minutes");

/** Returns the hash by which the secret of an address is found. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/** Makes the secret of an address: 238 bits, which nobody guesses. */
function newSecret(): string {
  return webhookPrefix + Array.from({ length: 40 }, () => letters.charAt(randomInt(letters.length))).join("");
}

/** Lists a channel's webhooks, the oldest first. */
export async function listWebhooks(
  { db, people }: Sources,
  channelId: string,
  webhookId: string | null = null,
): Promise<Webhook[]> {
  const rows = await db
    .selectFrom("webhooks as w")
    .innerJoin("profiles as p", "p.id", "w.id")
    .select(["w.id", "w.channel_id", "p.name", "w.owner_id", "w.is_on", "w.may_call_all", "w.created_at"])
    .select(["w.last_at", "w.last_error"])
    .where("w.channel_id", "=", channelId)
    .$if(webhookId !== null, (query) => query.where("w.id", "=", webhookId ?? ""))
    .orderBy("w.created_at")
    .orderBy("w.id")
    .execute();
  const owners = await people.of(rows.map(({ owner_id }) => owner_id));
  return rows.flatMap((row) => {
    const owner = owners.get(row.owner_id);
    if (!owner) return [];
    return {
      id: row.id,
      channelId: row.channel_id,
      name: row.name,
      owner,
      isOn: row.is_on,
      mayCallAll: row.may_call_all,
      createdAt: row.created_at.toISOString(),
      lastDelivery: row.last_at && { at: row.last_at.toISOString(), error: row.last_error },
    };
  });
}

/**
 * Returns a webhook of a channel that the viewer manages.
 * @throws {AppError} `webhook_not_found`, also in a channel of others; `forbidden` for a member who may not manage it, and
 *   without team chat.
 */
export async function accessWebhook(
  db: Database,
  viewer: RequestViewer,
  webhookId: string,
): Promise<WebhookRow> {
  assertMayChat(viewer);
  const webhook = await db
    .selectFrom("webhooks as w")
    .innerJoin("profiles as p", "p.id", "w.id")
    .select(["w.id", "w.channel_id", "p.name"])
    .where("w.id", "=", webhookId)
    .executeTakeFirst();
  if (!webhook) throw new AppError("webhook_not_found");
  try {
    const channel = await accessManagedChannel(db, viewer, webhook.channel_id);
    return { ...webhook, isPublic: channel.type === "PUBLIC" };
  } catch (error) {
    const isHidden = error instanceof AppError && error.code === "channel_not_found";
    throw isHidden ? new AppError("webhook_not_found") : error;
  }
}

/**
 * Creates a webhook that writes in the viewer's name. The same request again, after its answer was lost, replaces the
 * address that nobody has seen.
 * @throws {AppError} as `accessManagedChannel`; `channel_archived`, `too_many_webhooks`, `webhook_id_taken`, `name_looks_taken`.
 */
export async function createWebhook(
  { db, people }: Sources,
  viewer: Changer,
  channelId: string,
  { id, name }: RouteInput<typeof webhookRoutes.createWebhook>["body"],
): Promise<WithSecret> {
  const secret = newSecret();
  // Alone, so that nobody takes such a name before the commit.
  await changeAlone(db, viewer, async (tx, current) => {
    const channel = await accessManagedChannel(tx, current, channelId);
    if (channel.archived_at) throw new AppError("channel_archived");
    // One at a time for each channel, so that the maximum holds.
    await sql`SELECT FROM channels WHERE id = ${channelId} FOR NO KEY UPDATE`.execute(tx);
    if (await replaceUnseen(tx, { id, name, channelId, ownerId: viewer.id, secret })) return;
    const { count } = await tx
      .selectFrom("webhooks")
      .select(sql<number>`count(*)::int`.as("count"))
      .where("channel_id", "=", channelId)
      .executeTakeFirstOrThrow();
    if (count >= maxWebhooks) throw new AppError("too_many_webhooks");
    await rejectNameOfColleague(tx, name);
    await tx.insertInto("profiles").values({ id, name, is_program: true }).execute();
    await tx
      .insertInto("webhooks")
      .values({ id, channel_id: channelId, owner_id: viewer.id, secret_hash: hashSecret(secret) })
      .execute();
    await recordWebhook(tx, viewer, "webhook.created", {
      ...{ id, name, channel_id: channelId },
      isPublic: channel.type === "PUBLIC",
    });
  });
  return { webhook: await presentOne({ db, people }, channelId, id), secret };
}

/** Gives a new address to the webhook with this ID, if the same request just created it and nothing used it. */
async function replaceUnseen(
  tx: Database,
  wanted: { id: string; name: string; channelId: string; ownerId: string; secret: string },
): Promise<boolean> {
  const { rows } = await sql<{ is_unseen: boolean }>`
    SELECT coalesce(p.name = ${wanted.name} AND w.channel_id = ${wanted.channelId} AND w.owner_id = ${wanted.ownerId}
      AND w.last_at IS NULL AND w.created_at > now() - ${unseenFor}::interval, false) AS is_unseen
    FROM profiles p LEFT JOIN webhooks w ON w.id = p.id WHERE p.id = ${wanted.id}`.execute(tx);
  const [there] = rows;
  if (!there) return false;
  if (!there.is_unseen) throw new AppError("webhook_id_taken");
  await tx
    .updateTable("webhooks")
    .set({ secret_hash: hashSecret(wanted.secret) })
    .where("id", "=", wanted.id)
    .execute();
  return true;
}

/**
 * Switches a webhook on or off, and its calls of everyone.
 * @throws {AppError} as `accessWebhook`.
 */
export async function changeWebhook(
  { db, people }: Sources,
  viewer: Changer,
  webhookId: string,
  { isOn, mayCallAll }: RouteInput<typeof webhookRoutes.changeWebhook>["body"],
): Promise<Webhook> {
  const channelId = await changeAs(db, viewer, async (tx, current) => {
    const webhook = await accessWebhook(tx, current, webhookId);
    const change = {
      ...(isOn !== undefined && { is_on: isOn }),
      ...(mayCallAll !== undefined && { may_call_all: mayCallAll }),
    };
    if (Object.keys(change).length === 0) return webhook.channel_id;
    await tx.updateTable("webhooks").set(change).where("id", "=", webhookId).execute();
    await recordWebhook(tx, viewer, "webhook.changed", webhook, { isOn, mayCallAll });
    return webhook.channel_id;
  });
  return presentOne({ db, people }, channelId, webhookId);
}

/**
 * Gives a webhook a new address, and makes the viewer the person in whose name it writes.
 * @throws {AppError} as `accessWebhook`.
 */
export async function renewSecret(
  { db, people }: Sources,
  viewer: Changer,
  webhookId: string,
): Promise<WithSecret> {
  const secret = newSecret();
  const channelId = await changeAs(db, viewer, async (tx, current) => {
    const webhook = await accessWebhook(tx, current, webhookId);
    await tx
      .updateTable("webhooks")
      .set({ secret_hash: hashSecret(secret), owner_id: viewer.id, renewed_at: sql<Date>`clock_timestamp()` })
      .where("id", "=", webhookId)
      .execute();
    await recordWebhook(tx, viewer, "webhook.renewed", webhook);
    return webhook.channel_id;
  });
  return { webhook: await presentOne({ db, people }, channelId, webhookId), secret };
}

/**
 * Removes a webhook. Its profile stays as the author of its messages.
 * @throws {AppError} as `accessWebhook`.
 */
export function deleteWebhook(db: Database, viewer: Changer, webhookId: string): Promise<void> {
  return changeAs(db, viewer, async (tx, current) => {
    const webhook = await accessWebhook(tx, current, webhookId);
    await tx.deleteFrom("webhooks").where("id", "=", webhookId).execute();
    await recordWebhook(tx, viewer, "webhook.deleted", webhook);
  });
}

async function presentOne(sources: Sources, channelId: string, webhookId: string): Promise<Webhook> {
  const [webhook] = await listWebhooks(sources, channelId, webhookId);
  if (!webhook) throw new AppError("webhook_not_found");
  return webhook;
}

/** The audit log knows private channels, and what is in them, by their IDs alone. */
async function recordWebhook(
  tx: Database,
  { id, name, address }: Changer,
  action: "webhook.created" | "webhook.changed" | "webhook.renewed" | "webhook.deleted",
  webhook: WebhookRow,
  change: Record<string, unknown> = {},
): Promise<void> {
  await recordAct(tx, {
    action,
    actor: { id, name },
    address,
    subject: { type: "webhook", id: webhook.id, name: webhook.isPublic ? webhook.name : webhook.id },
    after: { channelId: webhook.channel_id, ...change },
  });
}
