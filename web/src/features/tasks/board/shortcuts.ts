import type { ShortcutGroup } from "../../../lib/page/shortcuts.ts";
import { actShortcuts, fieldShortcuts, listShortcuts } from "../data/list-shortcuts.ts";
import { rowShortcuts } from "../list/shortcuts.ts";

export const boardShortcuts = {
  add: { does: "New task", keys: ["N"] },
} as const;

/** For the sheet that lists all. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: "Tasks",
    shortcuts: [
      ...Object.values(boardShortcuts),
      ...Object.values(listShortcuts),
      ...Object.values(fieldShortcuts),
      ...Object.values(actShortcuts),
      { does: "Task above or below, on the board", keys: ["ArrowUp", "ArrowDown"] },
      { does: "Task in the next or previous column, on the board", keys: ["ArrowLeft", "ArrowRight"] },
      { does: "Open the task", keys: ["Enter"] },
      { does: "Lift the task; arrows move it", keys: [" "] },
    ],
  },
  { title: "List of tasks", shortcuts: Object.values(rowShortcuts) },
];
