import type { Channel } from "@atoll/contract/chat/schemas";

/** The chats of the drawer by section. A starred chat is only in the starred section. */
export interface DrawerSections {
  starred: readonly Channel[];
  direct: readonly Channel[];
  spaces: readonly Channel[];
}

/** Each section in the order of the list, last active first. */
export function drawerSections(channels: readonly Channel[]): DrawerSections {
  const others = channels.filter((channel) => !channel.isStarred);
  return {
    starred: channels.filter((channel) => channel.isStarred),
    direct: others.filter((channel) => channel.type === "DIRECT"),
    spaces: others.filter((channel) => channel.type !== "DIRECT"),
  };
}

/** Returns the chats in their previous order, with new ones first. */
export function inHeldOrder(
  channels: readonly Channel[],
  held: readonly string[] | null,
): readonly Channel[] {
  if (!held) return channels;
  const at = new Map(held.map((id, index) => [id, index]));
  return channels.toSorted((a, b) => (at.get(a.id) ?? -1) - (at.get(b.id) ?? -1));
}

/** Returns the number on a chat's row. A muted one shows none unless it mentions the viewer. */
export function shownUnread({
  isMuted,
  unread,
  unreadMentions,
  threadMentions,
}: Pick<Channel, "isMuted" | "unread" | "unreadMentions" | "threadMentions">): number {
  return (isMuted ? unreadMentions : unread) + threadMentions;
}

/**
 * The chat above or below one in the drawer, from the end on to the beginning; of those alone that show a number
 * when `isUnreadOnly`. Undefined when there is no other.
 */
export function neighbourOf(
  channels: readonly Channel[],
  { channelId, step, isUnreadOnly }: { channelId: string | null; step: 1 | -1; isUnreadOnly: boolean },
): Channel | undefined {
  const { starred, direct, spaces } = drawerSections(channels);
  const rows = [...starred, ...direct, ...spaces];
  const now = rows.findIndex(({ id }) => id === channelId);
  const start = now === -1 && step === -1 ? rows.length : now;
  for (let distance = 1; distance <= rows.length; distance += 1) {
    const row = rows[(((start + step * distance) % rows.length) + rows.length) % rows.length];
    if (row && row.id !== channelId && (!isUnreadOnly || shownUnread(row) > 0)) return row;
  }
  return undefined;
}
