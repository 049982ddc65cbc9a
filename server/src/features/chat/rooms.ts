import { AppError } from "../../platform/app-error.ts";
import type { CommandSender } from "../../platform/realtime/commands.ts";

/** Returns the realtime room of a channel's members. */
export const channelRoom = (channelId: string): string => `channel:${channelId}`;

/**
 * Returns the room of a person's sockets while they may use team chat, for events about their chats. Other personal
 * events use `ownRoom` of people.
 */
export const chatterRoom = (userId: string): string => `chatter:${userId}`;

/** @throws {AppError} `forbidden` for a socket of a person without team chat. */
export function assertChatter(sender: CommandSender): void {
  if (!sender.isIn(chatterRoom(sender.userId))) throw new AppError("forbidden", { detail: "no chat/access" });
}
