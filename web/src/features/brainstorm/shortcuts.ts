import type { Shortcut } from "../../lib/page/shortcuts.ts";

/** Keys of an opened board. */
export const boardShortcuts = {
  undo: { does: "Undo on the board", keys: ["Mod+Z"] },
  redo: { does: "Redo on the board", keys: ["Mod+Shift+Z", "Mod+Y"] },
  note: { does: "Add a note", keys: ["N"] },
  select: { does: "Select elements", keys: ["V"] },
  hand: { does: "Move the canvas", keys: ["H"] },
  remove: { does: "Delete the selected elements", keys: ["Delete", "Backspace"] },
  edit: { does: "Edit the selected element", keys: ["Enter"] },
  task: { does: "Create a task from the selected note", keys: ["T"] },
  idea: { does: "Create an idea from the selected note", keys: ["I"] },
} as const satisfies Record<string, Shortcut>;
