import type { ShortcutGroup } from "../../../lib/page/shortcuts.ts";
import { boardShortcuts } from "../shortcuts.ts";

export const boardListShortcuts = {
  add: { does: "New board", keys: ["N"] },
} as const;

/** For the sheet that lists all. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  { title: "Brainstorm", shortcuts: Object.values(boardListShortcuts) },
  { title: "A board", shortcuts: Object.values(boardShortcuts) },
];
