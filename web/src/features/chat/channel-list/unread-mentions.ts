import type { Channel } from "@atoll/contract/chat/schemas";

/** How many unread messages call the viewer, in all channels. */
export function unreadMentions(channels: readonly Channel[]): number {
  return channels.reduce((sum, channel) => sum + calls(channel), 0);
}

/** The same of one, in it and in its threads. */
export function calls({ unreadMentions, threadMentions }: Channel): number {
  return unreadMentions + threadMentions;
}
