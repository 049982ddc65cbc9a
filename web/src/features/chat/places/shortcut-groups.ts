import type { Shortcut, ShortcutGroup } from "../../../lib/shortcuts.ts";
import { chatShortcuts } from "./shortcuts.ts";

/** What the list of messages and the field below it take themselves: here for the sheet that lists all. */
const messageShortcuts: readonly Shortcut[] = [
  { does: "Send", keys: ["Enter"] },
  { does: "New line", keys: ["Shift+Enter"] },
  { does: "Edit your last message, in an empty field", keys: ["ArrowUp"] },
  { does: "Message above or below, in the list", keys: ["ArrowUp", "ArrowDown"] },
  { does: "Newest message, in the list", keys: ["End"] },
];

export const shortcutGroups: readonly ShortcutGroup[] = [
  { title: "Chats", shortcuts: Object.values(chatShortcuts) },
  { title: "Messages", shortcuts: messageShortcuts },
];
