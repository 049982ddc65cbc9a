import { canOpenAdmin, hasPermission, type PermissionHolder } from "../permissions.ts";
import type { Channel, Message } from "./schemas.ts";

/** Whether a person may use team chat at all. Specification, section 6. */
export function canUseChat(viewer: PermissionHolder): boolean {
  return hasPermission(viewer, "chat", "access");
}

/** Only a message's author may edit it, and nobody the text of a poll. Specification, sections 5 and 6. */
export function canChangeMessage(
  viewer: { id: string },
  message: { author: Pick<Message["author"], "id">; poll?: Message["poll"] },
): boolean {
  return message.author.id === viewer.id && message.poll === undefined;
}

/** Authors delete their messages; those of programs, the people who manage the channel. */
export function canDeleteMessage(
  viewer: { id: string },
  message: { author: Pick<Message["author"], "id" | "isProgram"> },
  channel: Pick<Channel, "canManage"> | undefined,
): boolean {
  return message.author.id === viewer.id || Boolean(message.author.isProgram && channel?.canManage);
}

type ChannelState = Pick<Channel, "type" | "isOwner" | "isOwnersOnly" | "archivedAt" | "peers">;

/**
 * A member may write unless the channel is archived, only its owners write in it, or nobody is left to read it: a
 * direct chat whose other people have all left the company.
 */
export function canPostIn(channel: ChannelState): boolean {
  const isHeard = channel.type !== "DIRECT" || channel.peers.some((peer) => !peer.isFormer);
  return channel.archivedAt === null && (!channel.isOwnersOnly || channel.isOwner) && isHeard;
}

/** Owners and administrators who are members rename, archive, and take people out. Direct chats have no owners. Guests manage nothing. */
export function canManageChannel(
  viewer: PermissionHolder,
  channel: Pick<ChannelState, "type" | "isOwner">,
): boolean {
  return channel.type !== "DIRECT" && !viewer.isGuest && (channel.isOwner || canOpenAdmin(viewer));
}
