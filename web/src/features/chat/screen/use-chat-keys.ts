import { useShortcut } from "../../../lib/page/shortcuts.ts";
import { neighbourOf } from "../drawer/drawer-order.ts";
import type { ChatPlace } from "../places/chat-place.ts";
import { chatShortcuts } from "../places/shortcuts.ts";
import { useOptionalChat } from "../session/chat-provider.tsx";

/** Adds the chat screen's shortcuts: mark the open chat as read, and move through chats in the order of the drawer. */
export function useChatKeys(channelId: string | null, onGo: (place: ChatPlace) => void): void {
  const chat = useOptionalChat();
  function move(step: 1 | -1, isUnreadOnly: boolean) {
    const next = neighbourOf(chat?.channels.get() ?? [], { channelId, step, isUnreadOnly });
    if (next) onGo({ channelId: next.id });
  }
  useShortcut(chatShortcuts.markRead, () => {
    if (channelId === null) return;
    chat?.reading.release(channelId);
    chat?.markRead(channelId);
  });
  useShortcut(chatShortcuts.previousChat, () => move(-1, false));
  useShortcut(chatShortcuts.nextChat, () => move(1, false));
  useShortcut(chatShortcuts.previousUnread, () => move(-1, true));
  useShortcut(chatShortcuts.nextUnread, () => move(1, true));
}
