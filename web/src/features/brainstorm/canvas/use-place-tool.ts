import type { CanvasElement, CanvasPoint } from "@atoll/contract/documents/canvas";
import { useState } from "react";
import { useBoardStore } from "./board-store.tsx";
import { clampPoint, frameAt, noteSize } from "./geometry.ts";
import type { Tool } from "./tool-bar.tsx";

interface Place {
  x: number;
  y: number;
}
type End = { element: string } | { point: CanvasPoint };

/** Applies the chosen tool to a press on the canvas. An arrow takes two presses. */
export function usePlaceTool(tool: Tool, onDone: () => void) {
  const { actions, snapshot, select, edit, openDialog, mayTakePart } = useBoardStore();
  const [from, setFrom] = useState<End | null>(null);

  function placeEnd(end: End): void {
    if (!from) {
      setFrom(end);
      return;
    }
    setFrom(null);
    const at = "point" in from ? from.point : ([0, 0] satisfies CanvasPoint);
    select([actions.addElement({ ...plain, kind: "arrow", at, from, to: end })]);
    onDone();
  }

  function place({ x, y }: Place, as = tool): boolean {
    const size = sizes[as];
    if (!size) return false;
    const at = clampPoint([x - size[0] / 2, y - size[1] / 2]);
    const frame = frameAt({ x: at[0], y: at[1], width: size[0], height: size[1] }, snapshot.items.values());
    const id =
      as === "note"
        ? actions.addNote({ text: "", frameId: frame, at })
        : actions.addElement(elementOf(as, at, frame));
    select([id]);
    edit(id);
    onDone();
    return true;
  }

  return {
    /** Whether the first end of an arrow is set. */
    isHalfway: from !== null && tool === "arrow",
    /** Applies the tool to an element, or adds one on top of it. Returns false if the tool only selects. */
    onElement(id: string, at: Place): boolean {
      if (tool === "arrow") placeEnd({ element: id });
      else if (tool === "vote") void (snapshot.items.get(id)?.element.kind === "note" && actions.vote(id));
      else if (tool === "comment" && mayTakePart) openDialog({ kind: "comments", noteId: id });
      else return place(at);
      return true;
    },
    addNote: (at: Place) => place(at, "note"),
    cancel: () => setFrom(null),
    onCanvas(at: Place): void {
      if (tool === "arrow") placeEnd({ point: clampPoint([at.x, at.y]) });
      else place(at);
    },
  };
}

const plain = { color: "sun", text: "", stack: 0, frame: null, group: null } as const;
const sizes: Partial<Record<Tool, readonly [number, number]>> = {
  note: noteSize,
  text: [180, 36],
  shape: [150, 100],
  frame: [432, 290],
};

function elementOf(tool: Tool, at: CanvasPoint, frame: string | null): CanvasElement {
  const [width, height] = sizes[tool] ?? noteSize;
  const parts = { ...plain, at, frame, size: [width, height] as [number, number] };
  if (tool === "frame") return { ...parts, kind: "frame", color: "lagoon", frame: null };
  if (tool === "shape") return { ...parts, kind: "shape", form: "rectangle", color: "sea" };
  return { ...parts, kind: "text" };
}
