import type { ShortcutGroup } from "../../../lib/page/shortcuts.ts";

/** The shortcuts for a focused task, wherever tasks are listed. */
export const listShortcuts = {
  next: { does: "Open the next task", keys: ["J"], inDrawer: true },
  previous: { does: "Open the previous task", keys: ["K"], inDrawer: true },
  move: { does: "Move the task to…, on a card", keys: ["M"] },
  select: { does: "Select or deselect the task", keys: ["X"] },
  extend: { does: "Select up to the task above or below", keys: ["Shift+ArrowUp", "Shift+ArrowDown"] },
  clear: { does: "Clear the selection", keys: ["Escape"] },
} as const;

/** The fields of a focused task that a key changes. */
export const fieldShortcuts = {
  status: { does: "Change its status", keys: ["S"] },
  priority: { does: "Change its priority", keys: ["P"] },
  assignee: { does: "Assign it", keys: ["A"] },
  due: { does: "Change its due date", keys: ["D"] },
  cycle: { does: "Change its cycle", keys: ["C"] },
} as const;

/** Changes a focused task without asking for more. */
export const actShortcuts = {
  assignToMe: { does: "Assign it to me", keys: ["I"] },
} as const;

export type TaskField = keyof typeof fieldShortcuts;
export const taskFields: readonly TaskField[] = ["status", "priority", "assignee", "due", "cycle"];

/** On a row of the list, besides what works wherever tasks are listed. */
export const rowShortcuts = {
  down: { does: "Next task of the list", keys: ["ArrowDown"] },
  up: { does: "Previous task of the list", keys: ["ArrowUp"] },
  title: { does: "Edit its title", keys: ["E"] },
} as const;

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
