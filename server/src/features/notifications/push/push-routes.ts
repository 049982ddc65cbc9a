import { randomBytes } from "node:crypto";
import { remindAfterMs } from "@atoll/contract/notifications/push-limits";
import { pushRoutes } from "@atoll/contract/notifications/push-routes";
import type { PushAct } from "@atoll/contract/notifications/push-schemas";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import type { FastifyRequest } from "fastify";
import { AppError } from "../../../platform/app-error.ts";
import { hashSent } from "../../../platform/create-once.ts";
import { createGuardedPost } from "../../../platform/outbound/guarded-post.ts";
import type { SliceContext } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { changeEntries } from "../change-entries.ts";
import { countInbox, readingOf } from "../inbox.ts";
import { findEntries } from "../queries.ts";
import { readSettings } from "../settings.ts";
import { newestPushKey } from "./keys.ts";
import { payloadOf, showTest } from "./payload.ts";
import { openPushToken } from "./push-token.ts";
import { createSender, type Outcome, type Send } from "./sender.ts";
import { dropSubscription, findSubscription, keepSubscription, renewSubscription } from "./subscriptions.ts";

/** Registers the routes of push subscriptions, and of the buttons of notifications. Specification, sections 3 and 7. */
export function registerPush(context: SliceContext): void {
  const { routes, db, outbound } = context;
  const send = createSender(createGuardedPost(outbound));

  routes.route(pushRoutes.getPush, async (_input, { viewer }) => {
    const [key, subscription] = await Promise.all([
      newestPushKey(db),
      findSubscription(db, viewer.sessionId),
    ]);
    return { publicKey: key.publicKey.toString("base64url"), subscription: subscription ?? null };
  });

  routes.route(pushRoutes.setPushSubscription, async ({ body }, { viewer, request }) => {
    await keepSubscription({ db, outbound }, viewer, { ...body, origin: originOf(request) });
    return undefined;
  });

  routes.route(pushRoutes.deletePushSubscription, async (_input, { viewer }) => {
    await dropSubscription(db, viewer.sessionId);
    return undefined;
  });

  routes.route(pushRoutes.renewPushSubscription, async ({ body }) => {
    await renewSubscription({ db, outbound }, body);
    return undefined;
  });

  routes.route(pushRoutes.sendTestPush, async (_input, { viewer }) => {
    const outcome = await sendTestPush(context, viewer, send);
    if (outcome.kind === "gone") throw new AppError("push_subscription_not_found");
    if (outcome.kind !== "taken") throw new AppError("push_failed", { detail: outcome.detail });
    return undefined;
  });

  routes.route(pushRoutes.actOnPush, async ({ body }) => {
    await actOnPush(context, body);
    return undefined;
  });
}

/**
 * Returns the origin of the page that subscribes, according to its browser. Its notifications appear under this
 * address.
 */
function originOf({ headers, protocol, host }: FastifyRequest): string {
  const said = URL.parse(headers.origin ?? "");
  const isWeb = said?.protocol === "https:" || said?.protocol === "http:";
  return (isWeb ? said.origin : `${protocol}://${host}`).slice(0, 300);
}

/**
 * Performs the action of a notification button in the name of its person, if they may still do so and their session
 * exists. Each token works for one action. A client that got no response sends the same again.
 * @throws {AppError} `push_token_invalid`; the errors of an ended session; and those of the reply.
 */
async function actOnPush(context: SliceContext, act: PushAct): Promise<void> {
  const { db, viewers, seals, replyTo } = context;
  const token = await openPushToken(seals, act.token);
  if (!token) throw new AppError("push_token_invalid");
  const { id, userId, sessionId, entryId } = token;
  const viewer = await viewers.ofSession({ userId, sessionId });
  viewers.admit(viewer, notificationRoutes.changeNotifications);
  if (act.action === "reply") await context.admitWrite(viewer);
  await assertOnce(context, id, hashSent(act.action, act.action === "reply" ? act.text : ""));
  const reading = readingOf(context, viewer);
  const [entry] = await findEntries(reading, [viewer.id], [entryId]);
  // It may not be read any more, and so not be answered either; to have read it is no loss.
  if (!entry) {
    if (act.action === "reply") throw new AppError("message_not_found");
    return;
  }
  if (act.action === "reply") {
    const reply = replyTo(entry.kind);
    if (!reply) throw new AppError("push_token_invalid", { detail: `no reply to ${entry.kind}` });
    await reply(viewer, entry.subject_id, { id, text: act.text });
  }
  const isNewer = entry.at.toISOString() > token.at;
  if (act.action === "remind") {
    const snoozedUntil = new Date(Date.now() + remindAfterMs).toISOString();
    await changeEntries({ ...reading, db }, viewer.id, [{ id: entryId, snoozedUntil }]);
  } else if (!isNewer) await changeEntries(reading, viewer.id, [{ id: entryId, isRead: true }]);
}

/** @throws {AppError} `push_token_invalid` if the token was already used for another action. */
async function assertOnce({ db }: SliceContext, id: string, hash: Buffer): Promise<void> {
  const isNew = await db
    .insertInto("push_acts")
    .values({ id, act_hash: hash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (isNew.numInsertedOrUpdatedRows) return;
  const before = await db.selectFrom("push_acts").select("act_hash").where("id", "=", id).executeTakeFirst();
  if (!before?.act_hash.equals(hash)) throw new AppError("push_token_invalid", { detail: "used" });
}

/**
 * Pushes a test notification to the viewer's device, even during quiet hours. Specification, section 2 (settings).
 * @returns the response of the push service; `gone` if there is no subscription.
 */
async function sendTestPush(context: SliceContext, viewer: RequestViewer, send: Send): Promise<Outcome> {
  const { db } = context;
  const device = await db
    .selectFrom("push_subscriptions as s")
    .innerJoin("push_keys as k", "k.id", "s.key_id")
    .select(["s.endpoint", "s.p256dh", "s.auth", "s.origin", "k.public_key", "k.private_key"])
    .where("s.session_id", "=", viewer.sessionId)
    .executeTakeFirst();
  if (!device) return { kind: "gone" };
  const [settings, { unread }] = await Promise.all([
    readSettings(db, viewer.id),
    countInbox(context, viewer),
  ]);
  const shown = showTest(new Date().toISOString(), unread, !settings.sound);
  const outcome = await send(
    { ...device, publicKey: device.public_key, privateKey: device.private_key },
    {
      payload: payloadOf(shown, device.origin),
      topic: randomBytes(18).toString("base64url"),
      urgency: "high",
      ttlSeconds: 60,
    },
    AbortSignal.timeout(30_000),
  );
  if (outcome.kind === "gone")
    await db
      .deleteFrom("push_subscriptions")
      .where("session_id", "=", viewer.sessionId)
      .where("endpoint", "=", device.endpoint)
      .execute();
  return outcome;
}
