import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Kbd } from "../badge/kbd.tsx";
import { cx } from "../base/cx.ts";
import { place, type Side } from "../base/place.ts";

interface TooltipBubbleProps {
  id: string;
  anchor: HTMLElement;
  side: Side;
  label: string;
  shortcut?: string | undefined;
  onHover: () => void;
  onLeave: () => void;
  onClose: () => void;
}

/** The bubble of a tooltip, placed once it is measured; scrolling and Escape take it away. */
export function TooltipBubble({
  id,
  anchor,
  side,
  label,
  shortcut,
  onHover,
  onLeave,
  onClose,
}: TooltipBubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState({ top: 0, left: -9999 });
  useLayoutEffect(() => {
    if (!bubble.current) return;
    const size = bubble.current.getBoundingClientRect();
    const viewport = { width: window.innerWidth, height: window.innerHeight };
    setAt(place(anchor.getBoundingClientRect(), size, viewport, side));
  }, [anchor, side]);
  useDismissal(onClose);
  return createPortal(
    <div
      ref={bubble}
      id={id}
      role="tooltip"
      style={at}
      className={cx("fixed z-tooltip", tooltipBox)}
      onPointerEnter={onHover}
      onPointerLeave={onLeave}
    >
      <span className="truncate">{label}</span>
      {shortcut && <Kbd inverse>{shortcut}</Kbd>}
    </div>,
    document.body,
  );
}

/** The bubble itself, without its place. */
export const tooltipBox =
  "inline-flex h-6 max-w-80 items-center gap-1.5 rounded-sm bg-surface-inverse px-2 font-medium text-inverse text-xs shadow-2";

function useDismissal(close: () => void) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape") close();
  });
  const onScroll = useEffectEvent(close);
  useEffect(() => {
    const keyDown = (event: KeyboardEvent) => onKeyDown(event);
    const scroll = () => onScroll();
    window.addEventListener("keydown", keyDown);
    window.addEventListener("scroll", scroll, { capture: true, passive: true });
    return () => {
      window.removeEventListener("keydown", keyDown);
      window.removeEventListener("scroll", scroll, { capture: true });
    };
  }, []);
}
