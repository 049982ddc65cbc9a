import type { NotifyLevel } from "@atoll/contract/chat/schemas";
import type { Database } from "../../../tables.ts";

/** Sets which messages of a channel notify a member, and broadcasts this to their devices. */
export async function setPreferences(
  db: Database,
  userId: string,
  channelId: string,
  wanted: { notify?: NotifyLevel | undefined; isMuted?: boolean | undefined },
): Promise<void> {
  const values = {
    ...(wanted.notify === undefined ? {} : { notify: wanted.notify }),
    ...(wanted.isMuted === undefined ? {} : { is_muted: wanted.isMuted }),
  };
  if (Object.keys(values).length === 0) return;
  await db
    .updateTable("channel_members")
    .set(values)
    .where("channel_id", "=", channelId)
    .where("user_id", "=", userId)
    .execute();
}

/** Stars a chat for a person, or removes the star. Idempotent. */
export async function starChannel(
  db: Database,
  userId: string,
  channelId: string,
  isStarred: boolean,
): Promise<void> {
  if (isStarred) {
    await db
      .insertInto("user_channel_stars")
      .values({ user_id: userId, channel_id: channelId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return;
  }
  await db
    .deleteFrom("user_channel_stars")
    .where("user_id", "=", userId)
    .where("channel_id", "=", channelId)
    .execute();
}
