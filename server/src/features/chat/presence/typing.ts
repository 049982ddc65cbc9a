import type { CommandPayload } from "@atoll/contract/events";
import { AppError } from "../../../platform/app-error.ts";
import type { CommandSender } from "../../../platform/realtime/commands.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { channelRoom, chatterRoom } from "../rooms.ts";

/** Specification, section 9. A browser that types on says so again before. */
const typingLifetimeMs = 3_000;

/**
 * Passes on who types, to the others in the channel. Nothing is kept: a browser that vanishes has stopped after three
 * seconds. Specification, section 4 (chat).
 *
 * Where nobody else listens nothing is sent. An adapter for several nodes has to ask the others for that, or send.
 */
export function connectTyping({
  realtime,
  nameOf,
}: {
  realtime: Realtime;
  /** The name of a session's person, without a query as long as they are about. */
  nameOf: (sender: CommandSender) => Promise<string>;
}): void {
  const typing = new Map<string, NodeJS.Timeout>();

  realtime.handle("typing.set", async (payload, sender) => {
    const room = channelRoom(payload.channelId);
    if (!sender.isIn(room)) throw new AppError("channel_not_found");
    const key = [payload.channelId, payload.parentId, sender.userId].join(" ");
    if (payload.isTyping) {
      // All of a person's sockets are in the room.
      const own = chatterRoom(sender.userId);
      if (realtime.countIn(room) <= realtime.countIn(own)) return {};
      const name = await nameOf(sender);
      clearTimeout(typing.get(key));
      const stop = () => {
        typing.delete(key);
        tell({ ...payload, isTyping: false }, sender.userId, name);
      };
      typing.set(key, setTimeout(stop, typingLifetimeMs).unref());
      tell(payload, sender.userId, name);
      return {};
    }
    const name = await nameOf(sender);
    if (!typing.has(key)) return {};
    clearTimeout(typing.get(key));
    typing.delete(key);
    tell(payload, sender.userId, name);
    return {};
  });

  function tell(payload: CommandPayload<"typing.set">, userId: string, name: string): void {
    realtime.sendToOthers(channelRoom(payload.channelId), chatterRoom(userId), "typing.changed", {
      ...payload,
      userId,
      name,
    });
  }
}
