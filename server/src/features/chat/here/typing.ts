import type { CommandPayload } from "@atoll/contract/events";
import { AppError } from "../../../platform/app-error.ts";
import type { CommandSender } from "../../../platform/realtime/commands.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";
import { channelRoom, chatterRoom } from "../rooms.ts";

/** Specification, section 9. A browser repeats the command before this has passed. */
const typingLifetimeMs = 3_000;

/**
 * Broadcasts who is typing to the others in the channel. Nothing is stored: without a repeat, typing ends after three
 * seconds. Specification, section 4 (chat).
 *
 * Nothing is sent if nobody else is in the channel's room, which is only known with a single node.
 */
export function connectTyping({ realtime, viewers, bus }: SliceContext): LivePart {
  const typing = new Map<string, NodeJS.Timeout>();

  async function set(
    payload: CommandPayload<"typing.set">,
    sender: CommandSender,
  ): Promise<Record<string, never>> {
    const room = channelRoom(payload.channelId);
    if (!sender.isIn(room)) throw new AppError("channel_not_found");
    const key = [payload.channelId, payload.parentId, sender.userId].join(" ");
    if (payload.isTyping) {
      // Compares people, not the number of sockets: a person's own sockets may not all be in the room yet after
      // joining.
      const isAlone = realtime.socketsIn(room).every(({ userId }) => userId === sender.userId);
      if (!bus.hasPeers() && isAlone) return {};
      const { name } = await viewers.ofSession(sender);
      clearTimeout(typing.get(key));
      const stop = () => {
        typing.delete(key);
        tell({ ...payload, isTyping: false }, sender.userId, name);
      };
      typing.set(key, setTimeout(stop, typingLifetimeMs).unref());
      tell(payload, sender.userId, name);
      return {};
    }
    const { name } = await viewers.ofSession(sender);
    if (!typing.has(key)) return {};
    clearTimeout(typing.get(key));
    typing.delete(key);
    tell(payload, sender.userId, name);
    return {};
  }

  function tell(payload: CommandPayload<"typing.set">, userId: string, name: string): void {
    realtime.sendToOthers(channelRoom(payload.channelId), chatterRoom(userId), "typing.changed", {
      ...payload,
      userId,
      name,
    });
  }

  return { commands: { "typing.set": set } };
}
