import type { Shortcut } from "../../../lib/page/shortcuts.ts";

/** The keys of the chat screen. */
export const chatShortcuts = {
  markRead: { does: "Mark the open chat read", keys: ["Escape"], whileTyping: true },
  previousChat: { does: "Chat above", keys: ["Alt+ArrowUp"], whileTyping: true },
  nextChat: { does: "Chat below", keys: ["Alt+ArrowDown"], whileTyping: true },
  previousUnread: { does: "Unread chat above", keys: ["Alt+Shift+ArrowUp"], whileTyping: true },
  nextUnread: { does: "Unread chat below", keys: ["Alt+Shift+ArrowDown"], whileTyping: true },
} satisfies Record<string, Shortcut>;
