import type { Channel } from "@atoll/contract/chat/schemas";

/** How many unread messages call the viewer, in all channels. */
export function unreadMentions(channels: readonly Channel[]): number {
  return channels.reduce((sum, channel) => sum + channel.unreadMentions, 0);
}
