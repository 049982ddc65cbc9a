import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Database } from "../../../tables.ts";
import { chatterRoom } from "../rooms.ts";

/** Saves a message for a person, or removes it from their saved ones. Idempotent. Other devices are notified. */
export async function saveMessage(
  { db, realtime }: { db: Database; realtime: Realtime },
  userId: string,
  messageId: string,
  isSaved: boolean,
): Promise<void> {
  const changed = isSaved
    ? await db
        .insertInto("saved_messages")
        .values({ user_id: userId, message_id: messageId })
        .onConflict((conflict) => conflict.doNothing())
        .returning("message_id")
        .executeTakeFirst()
    : await db
        .deleteFrom("saved_messages")
        .where("user_id", "=", userId)
        .where("message_id", "=", messageId)
        .returning("message_id")
        .executeTakeFirst();
  if (changed) realtime.send(chatterRoom(userId), "saved.changed", { messageId, isSaved });
}
