import { Extension } from "@tiptap/core";
import { redo, undo, yCursorPlugin, ySyncPlugin, yUndoPlugin } from "@tiptap/y-tiptap";
import { fragmentOf } from "../sharing/document-content.ts";
import type { SharedDocument } from "../sharing/document-status.ts";

interface CursorUser {
  name: string;
  department: string | null;
}

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    sharing: {
      undo: () => ReturnType;
      redo: () => ReturnType;
    };
  }
}

/** Binds the editor to a shared document: its text, the cursors of the others, and undo of one's own changes only. */
export const Sharing = Extension.create<{ document: SharedDocument | null }>({
  name: "sharing",
  priority: 1000,
  addOptions: () => ({ document: null }),
  addCommands: () => ({
    undo:
      () =>
      ({ state, dispatch, tr }) => {
        // The binding makes a transaction of its own.
        tr.setMeta("preventDispatch", true);
        return dispatch === undefined || undo(state);
      },
    redo:
      () =>
      ({ state, dispatch, tr }) => {
        // The binding makes a transaction of its own.
        tr.setMeta("preventDispatch", true);
        return dispatch === undefined || redo(state);
      },
  }),
  addKeyboardShortcuts() {
    return {
      "Mod-z": () => this.editor.commands.undo(),
      "Mod-y": () => this.editor.commands.redo(),
      "Shift-Mod-z": () => this.editor.commands.redo(),
    };
  },
  addProseMirrorPlugins() {
    const { document } = this.options;
    if (!document) return [];
    return [
      ySyncPlugin(fragmentOf(document.shared)),
      yCursorPlugin(document.awareness, { cursorBuilder: drawCursor, selectionBuilder: drawSelection }),
      yUndoPlugin(),
    ];
  },
});

/** A caret in the department's colour, with a flag that carries the first name. */
function drawCursor(user: CursorUser): HTMLElement {
  const caret = window.document.createElement("span");
  caret.className = "doc-cursor";
  caret.dataset.dept = user.department ?? "none";
  const flag = window.document.createElement("b");
  flag.textContent = user.name.split(" ")[0] ?? user.name;
  // Word joiners keep the line from breaking at the caret.
  caret.append("\u2060", flag, "\u2060");
  return caret;
}

function drawSelection(user: CursorUser) {
  return { class: "doc-selection", "data-dept": user.department ?? "none" };
}
