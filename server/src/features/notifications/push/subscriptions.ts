import { createECDH, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import { maxPushDevices } from "@atoll/contract/notifications/push-limits";
import type { PushSubscriptionKeys } from "@atoll/contract/notifications/push-schemas";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { OutboundRules } from "../../../platform/outbound/guarded-post.ts";
import { isPublicAddress } from "../../../platform/outbound/public-addresses.ts";
import type { Database } from "../../../tables.ts";
import { changeAs, type RequestViewer } from "../../identity/public.ts";
import { newestPushKey } from "./keys.ts";

interface Sources {
  db: Database;
  outbound: OutboundRules;
}

/** Returns the server's record of a session's subscription. */
export async function findSubscription(db: Database, sessionId: string) {
  const row = await db
    .selectFrom("push_subscriptions as s")
    .innerJoin("push_keys as k", "k.id", "s.key_id")
    .select(["s.endpoint", "k.public_key"])
    .where("s.session_id", "=", sessionId)
    .executeTakeFirst();
  return row && { endpoint: row.endpoint, publicKey: row.public_key.toString("base64url") };
}

/**
 * Stores the subscription of a session's browser, replacing the previous one. An endpoint belongs to one session:
 * another session can only take it with the same keys, because then it is the same browser, now used by somebody else.
 * @param origin where the browser opens Atoll.
 * @throws {AppError} `push_endpoint_refused`, `push_key_outdated`, `push_endpoint_taken`, and as `changeAs`.
 */
export async function keepSubscription(
  { db, outbound }: Sources,
  viewer: RequestViewer,
  told: { subscription: PushSubscriptionKeys; publicKey: string; isMobile: boolean; origin: string },
): Promise<void> {
  const { endpoint, service, p256dh, auth } = read(outbound, told.subscription);
  const key = await newestPushKey(db);
  if (key.publicKey.toString("base64url") !== told.publicKey) throw new AppError("push_key_outdated");
  await changeAs(db, viewer, async (tx) => {
    const other = await tx
      .selectFrom("push_subscriptions")
      .select(["p256dh", "auth"])
      .where("endpoint", "=", endpoint)
      .where("session_id", "!=", viewer.sessionId)
      .forUpdate()
      .executeTakeFirst();
    if (other && !(timingSafeEqual(other.p256dh, p256dh) && timingSafeEqual(other.auth, auth)))
      throw new AppError("push_endpoint_taken");
    if (other) await tx.deleteFrom("push_subscriptions").where("endpoint", "=", endpoint).execute();
    const values = {
      user_id: viewer.id,
      key_id: key.id,
      ...{ endpoint, service, p256dh, auth },
      origin: told.origin,
      is_mobile: told.isMobile,
      checked_at: sql<Date>`now()`,
    };
    await tx
      .insertInto("push_subscriptions")
      .values({ session_id: viewer.sessionId, ...values })
      .onConflict((conflict) => conflict.column("session_id").doUpdateSet(values))
      .execute();
    await sql`DELETE FROM push_subscriptions WHERE session_id IN (
      SELECT s.session_id FROM push_subscriptions s JOIN sessions z ON z.id = s.session_id
      WHERE s.user_id = ${viewer.id} AND s.session_id <> ${viewer.sessionId}
      ORDER BY z.last_used_at DESC OFFSET ${sql.lit(maxPushDevices - 1)})`.execute(tx);
  });
}

/**
 * Replaces a subscription that the browser has renewed in a worker without a session: only that browser has the keys of
 * the previous one.
 * @throws {AppError} `push_subscription_not_found`, `push_endpoint_refused`.
 */
export async function renewSubscription(
  { db, outbound }: Sources,
  told: { before: PushSubscriptionKeys; after: PushSubscriptionKeys },
): Promise<void> {
  const { endpoint, service, p256dh, auth } = read(outbound, told.after);
  await transact(db, async (tx: Database) => {
    const before = await tx
      .selectFrom("push_subscriptions")
      .select(["session_id", "p256dh", "auth"])
      .where("endpoint", "=", told.before.endpoint)
      .forUpdate()
      .executeTakeFirst();
    const isTheirs =
      before &&
      timingSafeEqual(before.p256dh, bytesOf(told.before.keys.p256dh, 65)) &&
      timingSafeEqual(before.auth, bytesOf(told.before.keys.auth, 16));
    if (!isTheirs) throw new AppError("push_subscription_not_found");
    const isTaken = await tx
      .selectFrom("push_subscriptions")
      .select("session_id")
      .where("endpoint", "=", endpoint)
      .where("session_id", "!=", before.session_id)
      .executeTakeFirst();
    if (isTaken) throw new AppError("push_subscription_not_found", { detail: "the new endpoint is taken" });
    await tx
      .updateTable("push_subscriptions")
      .set({ endpoint, service, p256dh, auth, checked_at: sql<Date>`now()` })
      .where("session_id", "=", before.session_id)
      .execute();
  });
}

export async function dropSubscription(db: Database, sessionId: string): Promise<void> {
  await db.deleteFrom("push_subscriptions").where("session_id", "=", sessionId).execute();
}

/**
 * Parses a browser's subscription for storage. An address that could never be sent to is rejected here, so that its
 * person is told. Host names are resolved when they are used.
 */
function read({ privateHosts }: OutboundRules, { endpoint, keys }: PushSubscriptionKeys) {
  const url = new URL(endpoint);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isAllowed =
    privateHosts.includes(host) || (isIP(host) === 0 ? host !== "localhost" : isPublicAddress(host));
  if (url.protocol !== "https:" || url.username || url.password || !isAllowed)
    throw new AppError("push_endpoint_refused", { detail: url.host });
  const p256dh = bytesOf(keys.p256dh, 65);
  // A point that is none would fail at each push.
  try {
    const pair = createECDH("prime256v1");
    pair.generateKeys();
    pair.computeSecret(p256dh);
  } catch {
    throw new AppError("push_endpoint_refused", { detail: "no point on the curve" });
  }
  return { endpoint, service: url.host, p256dh, auth: bytesOf(keys.auth, 16) };
}

/** Returns exactly this many bytes, whatever was sent, for a constant-time comparison. */
function bytesOf(text: string, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  Buffer.from(text, "base64url").copy(bytes);
  return bytes;
}
