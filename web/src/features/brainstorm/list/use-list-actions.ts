import { useEffect, useRef, useState } from "react";
import { useShortcut } from "../../../lib/page/shortcuts.ts";
import { useBoardStore } from "../canvas/board-store.tsx";
import { elementName } from "../canvas/element-names.ts";
import type { NoteListActions } from "../canvas/notes/note-menu.ts";
import { boardShortcuts } from "../shortcuts.ts";

const rows = () => [...document.querySelectorAll<HTMLElement>("[data-row]")];

/** Focuses the row of an element, if there is one. */
function focusRow(id: string | null): void {
  rows()
    .find((row) => row.dataset.row === id)
    ?.focus();
}

/** Returns the element in the row after this one, else in the row before it. */
function neighbourOf(id: string): string | null {
  const ids = rows().map((row) => row.dataset.row ?? null);
  const at = ids.indexOf(id);
  return at < 0 ? null : (ids[at + 1] ?? ids[at - 1] ?? null);
}

/** Whether the focused element has gone from the page. */
const isFocusLost = () => document.activeElement === null || document.activeElement === document.body;

/** State and actions that the rows of the list share. */
export interface ListActions extends NoteListActions {
  /** The last announcement. */
  announced: string;
  undo(): void;
}

export function useListActions(): ListActions {
  const { snapshot, actions, canvas, editingId, mayWrite } = useBoardStore();
  const { items } = snapshot;
  const [announced, announce] = useState("");
  const [wantedId, setWantedId] = useState<string | null>(null);
  const [startId, setStartId] = useState<string | null>(null);
  const arrowFromId = startId !== null && items.has(startId) ? startId : null;
  const nameOf = (id: string) => {
    const item = items.get(id);
    return item ? elementName(item, items) : "The element";
  };
  // A field that closes, and a row that goes, leave the focus nowhere.
  const lastEdited = useRef<string | null>(null);
  useEffect(() => {
    if (editingId === null && lastEdited.current !== null && isFocusLost()) focusRow(lastEdited.current);
    lastEdited.current = editingId;
  }, [editingId]);
  useEffect(() => {
    if (wantedId === null) return;
    focusRow(wantedId);
    setWantedId(null);
  }, [wantedId]);
  function undo(): void {
    if (!mayWrite || !snapshot.canUndo) return;
    canvas.undo();
    announce("Undone");
  }
  useShortcut(boardShortcuts.undo, undo);
  useShortcut(boardShortcuts.redo, () => {
    if (!mayWrite || !snapshot.canRedo) return;
    canvas.redo();
    announce("Redone");
  });
  return {
    announced,
    announce,
    focusSoon: setWantedId,
    remove(id) {
      const name = nameOf(id);
      const next = neighbourOf(id);
      actions.remove([id]);
      announce(`${name} deleted`);
      setWantedId(next);
    },
    arrowFromId,
    startArrow(id) {
      setStartId(id);
      announce(`The arrow starts at ${nameOf(id)}. Choose where it ends.`);
    },
    endArrow(id) {
      if (arrowFromId === null) return;
      actions.addElement({
        kind: "arrow",
        at: [0, 0],
        from: { element: arrowFromId },
        to: { element: id },
        color: "sun",
        text: "",
        stack: 0,
        frame: null,
        group: null,
      });
      announce(`Arrow added from ${nameOf(arrowFromId)} to ${nameOf(id)}`);
      setStartId(null);
    },
    undo,
  };
}
