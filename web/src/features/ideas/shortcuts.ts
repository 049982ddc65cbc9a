import type { ShortcutGroup } from "../../lib/page/shortcuts.ts";

export const ideaShortcuts = {
  add: { does: "New idea", keys: ["N"] },
  clear: { does: "Clear the selection", keys: ["Escape"] },
} as const;

/** For the sheet that lists all. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  { title: "Ideas", shortcuts: Object.values(ideaShortcuts) },
];
