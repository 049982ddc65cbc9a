import type { Message } from "@atoll/contract/chat/schemas";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { changeMessage, type StreamDependencies, type Target } from "../stream/stream.ts";

/** More than this is no longer a selection; it also bounds the list of pins. */
export const maxPins = 100;

/**
 * Pins a message for everyone in its channel, or unpins it; who may write there may. Doing it twice changes nothing.
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

/** Exact: the transaction holds the channel's row, so no other pin comes between. */
async function countPins(tx: Database, channelId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("messages")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("channel_id", "=", channelId)
    .where("pinned_at", "is not", null)
    .executeTakeFirstOrThrow();
  return count;
}
