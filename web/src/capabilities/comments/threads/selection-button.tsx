import { MessageSquareQuote } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { createPortal } from "react-dom";
import { type Shortcut, useShortcut } from "../../../lib/page/shortcuts.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";

interface SelectionButtonProps {
  root: RefObject<HTMLElement | null>;
  shortcut: Shortcut;
  onComment: () => void;
}

/** A small bar at words that are selected in a text: its button comments on them. */
export function SelectionButton({ root, shortcut, onComment }: SelectionButtonProps) {
  const [place, setPlace] = useState<{ left: number; top: number }>();
  const look = useEffectEvent(() => {
    const range = selectedRange(root.current);
    setPlace(range && placeAt(range));
  });
  useEffect(() => {
    let isPressed = false;
    let frame = 0;
    const soon = () => {
      // The bar comes when the mouse has let go, so that it is not in the way.
      if (isPressed) return;
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        look();
      });
    };
    const down = (event: PointerEvent) => {
      isPressed = event.pointerType === "mouse";
    };
    const up = () => {
      isPressed = false;
      soon();
    };
    document.addEventListener("selectionchange", soon);
    document.addEventListener("pointerdown", down);
    document.addEventListener("pointerup", up);
    document.addEventListener("scroll", soon, { capture: true, passive: true });
    // Words may be selected before it is known whether the viewer may comment.
    soon();
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("selectionchange", soon);
      document.removeEventListener("pointerdown", down);
      document.removeEventListener("pointerup", up);
      document.removeEventListener("scroll", soon, { capture: true });
    };
  }, []);
  useShortcut(shortcut, () => {
    if (!selectedRange(root.current)) return false;
    onComment();
    return true;
  });
  if (!place) return null;
  return createPortal(
    <div
      role="toolbar"
      aria-label="Selection"
      style={place}
      className="fixed z-popover flex items-center gap-px rounded-lg border border-strong bg-surface-raised p-1 shadow-3 print:hidden"
    >
      <IconButton
        label="Comment"
        icon={MessageSquareQuote}
        size="sm"
        shortcut={shortcut.keys[0]}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          onComment();
          setPlace(undefined);
        }}
      />
    </div>,
    document.body,
  );
}

/** The selection, where some of it is in the text. */
function selectedRange(root: HTMLElement | null): Range | undefined {
  const selection = window.getSelection();
  if (!root || !selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  return range.intersectsNode(root) && range.toString().trim() !== "" ? range : undefined;
}

const barHeight = 46;

function placeAt(range: Range): { left: number; top: number } {
  const boxes = [...range.getClientRects()];
  const [first, last] = [boxes[0], boxes.at(-1)];
  const left = Math.max(8, Math.min(first?.left ?? 0, window.innerWidth - 56));
  // On a phone the system has a bar of its own above the selection.
  const isBelow = window.matchMedia("(max-width: 767px)").matches || (first?.top ?? 0) < 60;
  const top = isBelow ? (last?.bottom ?? 0) + 10 : (first?.top ?? 0) - barHeight;
  return { left, top: Math.max(8, Math.min(top, window.innerHeight - barHeight)) };
}
