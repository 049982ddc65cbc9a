import type { Shortcut } from "../../lib/page/shortcuts.ts";

/** Keys of an opened board. */
export const boardShortcuts = {
  undo: { does: "Undo on the board", keys: ["Mod+z"] },
  redo: { does: "Redo on the board", keys: ["Mod+Shift+z", "Mod+y"] },
  note: { does: "Add a note", keys: ["n"] },
  select: { does: "Select elements", keys: ["v"] },
  hand: { does: "Move the canvas", keys: ["h"] },
  remove: { does: "Delete the selected elements", keys: ["Delete", "Backspace"] },
  edit: { does: "Edit the selected element", keys: ["Enter"] },
  task: { does: "Make a task of the selected note", keys: ["t"] },
  idea: { does: "Make an idea of the selected note", keys: ["i"] },
} as const satisfies Record<string, Shortcut>;
