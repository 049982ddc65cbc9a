import type { ShortcutGroup } from "../../../lib/shortcuts.ts";

export const boardShortcuts = {
  add: { does: "New task", keys: ["N"] },
  move: { does: "Move the task to…, on a card", keys: ["M"] },
} as const;

/** For the sheet that lists all. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: "Tasks",
    shortcuts: [
      ...Object.values(boardShortcuts),
      { does: "Task above or below, on the board", keys: ["ArrowUp", "ArrowDown"] },
      { does: "Task beside, on the board", keys: ["ArrowLeft", "ArrowRight"] },
      { does: "Open the task", keys: ["Enter"] },
      { does: "Lift the task; arrows move it", keys: [" "] },
    ],
  },
];
