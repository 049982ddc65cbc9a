import type { Shortcut } from "../../lib/page/shortcuts.ts";

/** Keys of an opened board. */
export const boardShortcuts = {
  undo: { does: "Undo on the board", keys: ["Mod+Z"] },
  redo: { does: "Redo on the board", keys: ["Mod+Shift+Z", "Mod+Y"] },
  note: { does: "Add a note", keys: ["N"] },
  select: { does: "Select elements", keys: ["V"] },
  pen: { does: "Draw", keys: ["P"] },
  eraser: { does: "Erase drawings", keys: ["E"] },
  hand: { does: "Move the canvas", keys: ["H"] },
  selectAll: { does: "Select everything", keys: ["Mod+A"] },
  next: { does: "Select the next or previous element of a focused canvas", keys: ["Tab", "Shift+Tab"] },
  first: { does: "Select the first element of a focused canvas", keys: ["Home"] },
  escape: { does: "End the selection", keys: ["Escape"] },
  copy: { does: "Copy the selected elements", keys: ["Mod+C"] },
  cut: { does: "Cut the selected elements", keys: ["Mod+X"] },
  paste: { does: "Paste elements, text or images", keys: ["Mod+V"] },
  duplicate: { does: "Duplicate the selected elements", keys: ["Mod+D"] },
  nudge: {
    does: "Move the selected elements by 1",
    keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
  },
  nudgeFar: {
    does: "Move the selected elements by 10",
    keys: ["Shift+ArrowLeft", "Shift+ArrowRight", "Shift+ArrowUp", "Shift+ArrowDown"],
  },
  front: { does: "Bring the selected elements to the front", keys: ["PageUp"] },
  back: { does: "Send the selected elements to the back", keys: ["PageDown"] },
  remove: { does: "Delete the selected elements", keys: ["Delete", "Backspace"] },
  edit: { does: "Edit the selected element", keys: ["Enter"] },
  task: { does: "Create a task from the selected note", keys: ["T"] },
  idea: { does: "Create an idea from the selected note", keys: ["I"] },
} as const satisfies Record<string, Shortcut>;
