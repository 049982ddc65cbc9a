import type { Shortcut, ShortcutGroup } from "../../../lib/page/shortcuts.ts";

/** The keys of the inbox. They are for the entry that has the focus, or else for the one next to the list. */
export const inboxShortcuts = {
  next: { does: "Next entry", keys: ["J", "ArrowDown"] },
  previous: { does: "Previous entry", keys: ["K", "ArrowUp"] },
  open: { does: "Open the entry", keys: ["Enter"] },
  done: { does: "Done, or back in the inbox", keys: ["E"] },
  read: { does: "Mark as unread or read", keys: ["U"] },
  snooze: { does: "Snooze", keys: ["H"] },
  choose: { does: "Select the entry, to act on several", keys: ["X"] },
} satisfies Record<string, Shortcut>;

export const shortcutGroups: readonly ShortcutGroup[] = [
  { title: "Inbox", shortcuts: Object.values(inboxShortcuts) },
];
