import type { Shortcut, ShortcutGroup } from "../../../lib/page/shortcuts.ts";

/** The keys of the inbox. Those that change something do so only to an entry that has the focus. */
export const inboxShortcuts = {
  next: { does: "Next entry", keys: ["J", "ArrowDown"] },
  previous: { does: "Previous entry", keys: ["K", "ArrowUp"] },
  open: { does: "Open the entry", keys: ["Enter"] },
  done: { does: "Done, or back in the inbox", keys: ["E"] },
  read: { does: "Mark as unread or read", keys: ["U"] },
  snooze: { does: "Snooze", keys: ["H"] },
  choose: { does: "Choose the entry, to do something with several", keys: ["X"] },
} satisfies Record<string, Shortcut>;

export const shortcutGroups: readonly ShortcutGroup[] = [
  { title: "Inbox", shortcuts: Object.values(inboxShortcuts) },
];
