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
} as const;

/** Changes a focused task without asking for more. */
export const actShortcuts = {
  assignToMe: { does: "Assign it to me", keys: ["I"] },
} as const;

export type TaskField = keyof typeof fieldShortcuts;
export const taskFields: readonly TaskField[] = ["status", "priority", "assignee", "due"];
