import { useShortcut } from "../../../lib/shortcuts.ts";
import type { ChatPlace } from "../chat-place.ts";
import { useChat } from "../chat-provider.tsx";
import { neighbourOf } from "../lists/drawer-order.ts";

/** The keys of the chat screen: read what is open, and move through the chats in the order of the drawer. */
export function useChatKeys(channelId: string | null, onGo: (place: ChatPlace) => void): void {
  const { channels, reading, markRead } = useChat();
  function move(step: 1 | -1, isUnreadOnly: boolean) {
    const next = neighbourOf(channels.get() ?? [], { channelId, step, isUnreadOnly });
    if (next) onGo({ channelId: next.id });
  }
  useShortcut("markRead", () => {
    if (channelId === null) return;
    reading.release(channelId);
    markRead(channelId);
  });
  useShortcut("previousChat", () => move(-1, false));
  useShortcut("nextChat", () => move(1, false));
  useShortcut("previousUnread", () => move(-1, true));
  useShortcut("nextUnread", () => move(1, true));
}
