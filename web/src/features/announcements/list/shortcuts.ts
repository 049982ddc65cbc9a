import type { ShortcutGroup } from "../../../lib/page/shortcuts.ts";

export const announcementShortcuts = {
  add: { does: "New announcement", keys: ["N"] },
  next: { does: "Next announcement", keys: ["J"] },
  previous: { does: "Previous announcement", keys: ["K"] },
  confirm: { does: "Go to the button that confirms the open one", keys: ["C"] },
} as const;

/** For the sheet that lists all. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  { title: "Announcements", shortcuts: Object.values(announcementShortcuts) },
];
