/** The shortcuts for a focused task, wherever tasks are listed. */
export const listShortcuts = {
  move: { does: "Move the task to…, on a card", keys: ["M"] },
  select: { does: "Select the task, or no longer", keys: ["X"] },
  extend: { does: "Select up to the task above or below", keys: ["Shift+ArrowUp", "Shift+ArrowDown"] },
  clear: { does: "Select none", keys: ["Escape"] },
} as const;
