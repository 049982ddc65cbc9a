import { undoSeconds } from "@atoll/contract/changes/limits";
import { isComposing } from "../../lib/page/is-composing.ts";
import { isPressed } from "../../lib/page/shortcuts.ts";
import { undoShortcut } from "./undo-shortcut.ts";

interface Undoable {
  undo: () => void;
  before: number;
}

/** The latest changes that can still be undone, the last one at the end. */
const undoable: Undoable[] = [];
const most = 20;
/** The server counts from when it received the change. */
const marginMs = 10_000;
let isListening = false;

/** Makes a change the one that Ctrl+Z undoes next. Returns how to forget it, once it was undone in another way. */
export function rememberUndo(undo: () => void): () => void {
  listen();
  const one = { undo, before: Date.now() + undoSeconds * 1000 - marginMs };
  undoable.push(one);
  if (undoable.length > most) undoable.shift();
  return () => {
    const at = undoable.indexOf(one);
    if (at >= 0) undoable.splice(at, 1);
  };
}

/** Forgets the changes of a person who has signed out. */
export function forgetUndos(): void {
  undoable.length = 0;
}

/** Listens on the window, after a canvas or an editor has taken the keys for its own history. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isComposing(event) || !isPressed(undoShortcut, event)) return;
    if (event.target instanceof Element && event.target.closest("[role=alertdialog]")) return;
    const last = undoable.pop();
    if (!last || last.before < Date.now()) return forgetUndos();
    event.preventDefault();
    last.undo();
  });
}
