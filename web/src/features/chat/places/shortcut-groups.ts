import type { Shortcut, ShortcutGroup } from "../../../lib/page/shortcuts.ts";
import { chatShortcuts } from "./shortcuts.ts";

/** The keys that the message list and the composer handle themselves, for the list of shortcuts. */
const messageShortcuts: readonly Shortcut[] = [
  { does: "Send", keys: ["Enter"] },
  { does: "New line", keys: ["Shift+Enter"] },
  { does: "Edit your last message, in an empty field", keys: ["ArrowUp"] },
  { does: "Message above or below, in the list", keys: ["ArrowUp", "ArrowDown"] },
  { does: "Newest message, in the list", keys: ["End"] },
  { does: "Reply in thread, on a message", keys: ["ArrowRight"] },
];

export const shortcutGroups: readonly ShortcutGroup[] = [
  { title: "Chats", shortcuts: Object.values(chatShortcuts) },
  { title: "Messages", shortcuts: messageShortcuts },
];
