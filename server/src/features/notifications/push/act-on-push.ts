import { remindAfterMs } from "@atoll/contract/notifications/push-limits";
import type { PushAct } from "@atoll/contract/notifications/push-schemas";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { AppError } from "../../../platform/app-error.ts";
import { hashSent } from "../../../platform/create-once.ts";
import type { SliceContext } from "../../../slice.ts";
import { changeEntries } from "../change-entries.ts";
import { readingOf } from "../inbox.ts";
import { findEntries } from "../queries.ts";
import { openPushToken } from "./push-token.ts";

/**
 * Performs the action of a notification button in the name of its person, if they may still do so and their session
 * exists. Each token works for one action. A client that got no response sends the same again.
 * @throws {AppError} `push_token_invalid`; the errors of an ended session; and those of the reply.
 */
export async function actOnPush(context: SliceContext, act: PushAct): Promise<void> {
  const { db, viewers, seals, replyTo } = context;
  const token = await openPushToken(seals, act.token);
  if (!token) throw new AppError("push_token_invalid");
  const { id, userId, sessionId, entryId } = token;
  const viewer = await viewers.ofSession({ userId, sessionId });
  viewers.admit(viewer, notificationRoutes.changeNotifications);
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
