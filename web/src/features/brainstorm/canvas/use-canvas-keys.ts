import {
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from "react";
import { counted } from "../../../lib/counted.ts";
import { isPressed, useShortcut } from "../../../lib/page/shortcuts.ts";
import { boardShortcuts } from "../shortcuts.ts";
import type { CanvasItem } from "./board-canvas.ts";
import { useBoardStore } from "./board-store.tsx";
import { elementName, kindName } from "./element-names.ts";
import { inReadingOrder } from "./groups.ts";
import type { Moves } from "./use-moves.ts";

/** Arrow keys that follow each other within this time are one move: one write, and one step of undo. */
const burstMs = 500;
const near = 1;
const far = 10;

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export interface CanvasKeysOptions {
  moves: Pick<Moves, "nudge" | "drop">;
  /** Ends the tool that is chosen. Returns false when none is. */
  endTool: () => boolean;
  /** Brings an element into view. */
  show: (item: CanvasItem) => void;
  announce: (text: string) => void;
}

/**
 * Everything that keys do with the elements of the canvas.
 * @returns a handler for keys on the focused canvas, and a function that writes a move of the arrow keys at once.
 */
export function useCanvasKeys({ moves, endTool, show, announce }: CanvasKeysOptions) {
  const { snapshot, selectedIds, select, actions, mayWrite } = useBoardStore();
  const selected = () => [...selectedIds].filter((id) => snapshot.items.has(id));
  const endNudge = useArrowKeys({
    moves,
    selected: () => (mayWrite ? selected() : []),
    onMoved: (count) => announce(`${counted(count, "element")} moved`),
  });

  useShortcut(boardShortcuts.selectAll, (event) => {
    // Readers keep the browser's own: there is nothing that they could change.
    if (!mayWrite || !isAtCanvas(event)) return false;
    select(snapshot.items.keys());
    announce(`${counted(snapshot.items.size, "element")} selected`);
    return true;
  });
  useShortcut(boardShortcuts.escape, () => {
    if (endTool()) return true;
    if (selectedIds.size === 0) return false;
    select([]);
    announce("Nothing selected");
    return true;
  });
  useShortcut(boardShortcuts.duplicate, (event) => {
    const ids = selected();
    if (!mayWrite || ids.length === 0 || !isAtCanvas(event)) return false;
    const added = actions.duplicate(ids);
    if (added.length === 0) return true;
    select(added);
    announce(`${counted(added.length, "element")} duplicated`);
    return true;
  });
  const stack = (event: KeyboardEvent, to: "front" | "back") => {
    const ids = selected();
    if (!mayWrite || ids.length === 0 || !isAtCanvas(event)) return false;
    actions.stack(ids, to);
    announce(to === "front" ? "Brought to the front" : "Sent to the back");
    return true;
  };
  useShortcut(boardShortcuts.front, (event) => stack(event, "front"));
  useShortcut(boardShortcuts.back, (event) => stack(event, "back"));

  /** Selects an element by its place among all of them. Returns false past the first and the last one. */
  function go(placeOf: (current: number) => number): boolean {
    const all = inReadingOrder([...snapshot.items.values()]);
    const at = placeOf(all.findIndex(({ id }) => selectedIds.has(id)));
    const item = all[at];
    if (!item) return false;
    select([item.id]);
    show(item);
    announce(`${kindName(item)}: ${elementName(item, snapshot.items)}, ${at + 1} of ${all.length}`);
    return true;
  }
  return {
    endNudge,
    /** Keys of the focused canvas. While nothing is selected, Tab goes on to what comes after it. */
    onCanvasKey(event: ReactKeyboardEvent): void {
      if (event.target !== event.currentTarget) return;
      const isTaken = isPressed(boardShortcuts.first, event.nativeEvent)
        ? go(() => 0)
        : selectedIds.size > 0 &&
          isPressed(boardShortcuts.next, event.nativeEvent) &&
          go((current) => current + (event.shiftKey ? -1 : 1));
      if (isTaken) event.preventDefault();
    },
  };
}

interface ArrowKeysOptions {
  moves: Pick<Moves, "nudge" | "drop">;
  /** The elements to move. */
  selected: () => string[];
  onMoved: (count: number) => void;
}

/**
 * Moves the selected elements by the arrow keys. The move is written once the keys rest, before any other key or press,
 * and when the page is left.
 * @returns a function that writes it at once.
 */
function useArrowKeys({ moves, selected, onMoved }: ArrowKeysOptions): () => void {
  const burst = useRef<{ timer: ReturnType<typeof setTimeout>; count: number } | null>(null);
  const end = useEffectEvent(() => {
    if (!burst.current) return;
    const { timer, count } = burst.current;
    clearTimeout(timer);
    burst.current = null;
    moves.drop();
    // Writing may have ended on the way: then everything is back where it was.
    if (selected().length > 0) onMoved(count);
  });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isFar = isPressed(boardShortcuts.nudgeFar, event);
    const by = isFar || isPressed(boardShortcuts.nudge, event) ? directions[event.key] : undefined;
    const ids = by && isOnCanvas(event) ? selected() : [];
    const step = isFar ? far : near;
    const count = by ? moves.nudge(ids, [by[0] * step, by[1] * step]) : 0;
    if (count === 0) {
      if (event.key !== "Shift") end();
      return;
    }
    event.preventDefault();
    clearTimeout(burst.current?.timer);
    burst.current = { timer: setTimeout(end, burstMs), count };
  });
  useEffect(() => {
    const onLeave = () => end();
    document.addEventListener("keydown", onKeyDown, true);
    window.addEventListener("blur", onLeave);
    window.addEventListener("pagehide", onLeave);
    return () => {
      document.removeEventListener("keydown", onKeyDown, true);
      window.removeEventListener("blur", onLeave);
      window.removeEventListener("pagehide", onLeave);
    };
  }, []);
  // Before the document of the board is closed.
  useLayoutEffect(() => () => end(), []);
  return end;
}

/** Whether the focus is nowhere: also on a heading, where each change of page puts it. */
const isNowhere = (target: Element): boolean => target.matches("body, main, h1");

/** Whether a key was pressed on the canvas, or nowhere. */
export const isOnCanvas = ({ target }: Event): boolean =>
  target instanceof Element && (isNowhere(target) || target.closest(".react-flow") !== null);

/** Whether a key was pressed on the canvas, on one of the bars over it, or nowhere. */
export const isAtCanvas = ({ target }: Event): boolean =>
  target instanceof Element && (isNowhere(target) || target.closest(".board-canvas") !== null);

/** A field that closes leaves the focus nowhere: the canvas takes it, so that its keys go on. */
export function useFocusAfterEdit(box: RefObject<HTMLElement | null>, editingId: string | null): void {
  const wasEditing = useRef(false);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (wasEditing.current && editingId === null && isLost)
      box.current?.querySelector<HTMLElement>(".react-flow")?.focus({ preventScroll: true });
    wasEditing.current = editingId !== null;
  }, [box, editingId]);
}
