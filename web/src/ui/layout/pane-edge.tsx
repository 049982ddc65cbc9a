import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { cx } from "../base/cx.ts";

export interface PaneEdgeProps {
  /** The label of the edge: "Width of the list". */
  label: string;
  /** How wide the pane is, in pixels: a custom property of the element that the edge is placed in. */
  property: `--${string}`;
  minPx: number;
  maxPx: number;
  /** The side of the pane that it is the edge of. */
  side: "left" | "right";
  /** Let go there; null: as wide as it is by itself. */
  onResize: (widthPx: number | null) => void;
  className: string;
}

const stepPx = 16;

/**
 * The edge of a pane, a child of it, which is dragged with a mouse or a finger, and moved by the arrow keys, Home and End; Enter and two
 * presses make the pane as wide as it is by itself. Escape takes a drag back.
 */
export function PaneEdge(props: PaneEdgeProps) {
  const { label, property, minPx, maxPx, side, onResize, className } = props;
  const edge = useRef<HTMLDivElement>(null);
  const drag = useRef<{ fromX: number; fromPx: number; px: number; before: string } | null>(null);
  const [now, setNow] = useState(minPx);
  const towards = side === "right" ? 1 : -1;
  useEffect(() => {
    const pane = edge.current?.parentElement;
    if (!pane) return undefined;
    const sizes = new ResizeObserver(() => setNow(widthOf(edge.current)));
    sizes.observe(pane);
    return () => sizes.disconnect();
  }, []);

  const within = (px: number) => Math.round(Math.min(maxPx, Math.max(minPx, px)));

  function show(holder: HTMLElement, value: string) {
    if (value === "") holder.style.removeProperty(property);
    else holder.style.setProperty(property, value);
  }
  function settle(px: number | null) {
    const holder = holderOf(edge.current);
    if (holder) show(holder, px === null ? "" : `${px}px`);
    onResize(px);
  }
  function end(isKept: boolean) {
    const holder = holderOf(edge.current);
    if (!drag.current || !holder) return;
    const { before, fromPx, px } = drag.current;
    drag.current = null;
    // A press that moved nothing chooses nothing.
    if (isKept && px !== fromPx) onResize(px);
    else show(holder, before);
    delete holder.dataset.resizing;
  }
  function onPointerDown({ button, currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) {
    const holder = holderOf(edge.current);
    if (button !== 0 || !holder) return;
    currentTarget.setPointerCapture(pointerId);
    // Disable the collapse animation, so that the pane follows the pointer.
    holder.dataset.resizing = "";
    const before = holder.style.getPropertyValue(property);
    const px = widthOf(edge.current);
    drag.current = { fromX: clientX, fromPx: px, px, before };
  }
  function onPointerMove({ clientX }: PointerEvent<HTMLElement>) {
    const holder = holderOf(edge.current);
    if (!drag.current || !holder) return;
    const { fromX, fromPx } = drag.current;
    drag.current.px = within(fromPx + (clientX - fromX) * towards);
    show(holder, `${drag.current.px}px`);
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const wanted: Record<string, number | null> = {
      ArrowRight: within(widthOf(edge.current) + stepPx * towards),
      ArrowLeft: within(widthOf(edge.current) - stepPx * towards),
      Home: minPx,
      End: maxPx,
      Enter: null,
    };
    const px = wanted[event.key];
    if (event.key === "Escape" && drag.current) end(false);
    else if (px !== undefined && !event.altKey) settle(px);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line between chapters cannot be moved
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={minPx}
      aria-valuemax={maxPx}
      aria-valuenow={now}
      aria-valuetext={`${now} pixels`}
      tabIndex={0}
      ref={edge}
      onPointerDown={onPointerDown}
      // A link that comes under the pressed pointer as the pane grows would be dragged instead.
      onMouseDown={(event) => {
        event.preventDefault();
        event.currentTarget.focus();
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => end(true)}
      onPointerCancel={() => end(false)}
      onDoubleClick={() => settle(null)}
      onKeyDown={onKeyDown}
      className={cx(
        "absolute inset-y-0 z-5 w-2 cursor-col-resize touch-none outline-none pointer-coarse:w-6",
        "after:absolute after:inset-y-0 after:left-1/2 after:w-0.5 after:-translate-x-1/2 after:bg-ring after:opacity-0 " +
          "after:transition-opacity after:duration-fast hover:after:opacity-60 focus-visible:after:opacity-100 active:after:opacity-100",
        className,
      )}
    />
  );
}

function widthOf(edge: HTMLElement | null): number {
  return Math.round(edge?.parentElement?.getBoundingClientRect().width ?? 0);
}

/** Returns the element that contains the edge. */
function holderOf(edge: HTMLElement | null): HTMLElement | null {
  return edge?.offsetParent instanceof HTMLElement ? edge.offsetParent : null;
}
