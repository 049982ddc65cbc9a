import { randomBytes } from "node:crypto";
import type { SliceContext } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/access.ts";
import { countInbox } from "../inbox.ts";
import { readSettings } from "../settings.ts";
import { payloadOf, showTest } from "./payload.ts";
import type { Outcome, Send } from "./sender.ts";

/**
 * Pushes a test notification to the viewer's device, even during quiet hours. Specification, section 2 (settings).
 * @returns the response of the push service; `gone` if there is no subscription.
 */
export async function sendTestPush(
  context: SliceContext,
  viewer: RequestViewer,
  send: Send,
): Promise<Outcome> {
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
