import { AppError } from "../../platform/app-error.ts";
import type { CommandSender } from "../../platform/realtime/commands.ts";

/** The realtime room of a channel's members. */
export const channelRoom = (channelId: string): string => `channel:${channelId}`;

/**
 * A person's sockets while they may use team chat: what concerns their chats is sent and joined through it. What
 * concerns them otherwise goes to `ownRoom` of people.
 */
export const chatterRoom = (userId: string): string => `chatter:${userId}`;

/** @throws {AppError} `forbidden` for a socket of somebody without team chat. */
export function assertChatter(sender: CommandSender): void {
  if (!sender.isIn(chatterRoom(sender.userId))) throw new AppError("forbidden", { detail: "no chat/access" });
}
