import type { Message } from "@atoll/contract/chat/schemas";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { changeMessage, type StreamDependencies, type Target } from "../stream/stream.ts";

/** Keeps pins a selection, and limits the size of their list. */
export const maxPins = 100;

/**
 * Pins a message for everyone in its channel, or unpins it. Requires the permission to write there. Idempotent.
 * @throws {AppError} `message_not_found`; `channel_archived`; `owners_only`; `too_many_pins`.
 */
export async function pinMessage(
  deps: StreamDependencies,
  userId: string,
  target: Target,
  isPinned: boolean,
): Promise<Message> {
  const how = { doing: "pin", event: "message.changed" } as const;
  return changeMessage(deps, userId, target, how, async (tx, current, { at }) => {
    if (isPinned === (current.pinned_at !== null)) return undefined;
    if (!isPinned) return { pinned_at: null, pinned_by: null };
    if ((await countPins(tx, target.channel_id)) >= maxPins) throw new AppError("too_many_pins");
    return { pinned_at: at, pinned_by: userId };
  });
}

/** Returns the exact number of pins: the transaction has locked the channel's row, so no other pin is added. */
async function countPins(tx: Database, channelId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("messages")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("channel_id", "=", channelId)
    .where("pinned_at", "is not", null)
    .executeTakeFirstOrThrow();
  return count;
}
