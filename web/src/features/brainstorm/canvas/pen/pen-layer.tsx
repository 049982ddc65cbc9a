import {
  type CanvasInk,
  canvasInks,
  type PenWidth,
  penWidths,
} from "@atoll/contract/documents/canvas-limits";
import type { StrokePoint } from "@atoll/contract/documents/stroke";
import { useReactFlow } from "@xyflow/react";
import { type PointerEvent, useEffect, useRef } from "react";
import { counted } from "../../../../lib/counted.ts";
import type { BoardNode } from "../board-nodes.tsx";
import { useBoardStore } from "../board-store.tsx";
import { frameAt } from "../geometry.ts";
import { inkNames } from "../looks/style-menu.ts";
import {
  type ErasableStroke,
  erasableStrokes,
  extend,
  isTouched,
  type Pen,
  penPixels,
  smoothPath,
  strokeElement,
} from "./strokes.ts";

/** In pixels on the screen, around the pointer. */
const eraserReach = 6;

/** A press that has not ended. */
interface Gesture {
  pointerId: number;
  /** The place of a pointer on the canvas. Where the canvas is on the page is read once. */
  placeOf: (event: { clientX: number; clientY: number }) => StrokePoint;
  points: StrokePoint[];
  /** The strokes that the eraser may still touch, and those that it has. */
  strokes: ErasableStroke[];
  erasedIds: string[];
}

interface PenLayerProps {
  tool: "pen" | "eraser";
  pen: Pen;
  announce: (text: string) => void;
}

/**
 * Takes the pointer over the whole canvas while the viewer draws or erases. The line on its way is written to the page
 * without React, and goes to the shared document as one element when the pointer is lifted.
 */
export function PenLayer({ tool, pen, announce }: PenLayerProps) {
  const { actions, snapshot, mayWrite } = useBoardStore();
  const flow = useReactFlow<BoardNode>();
  const gesture = useRef<Gesture | null>(null);
  const line = useRef<SVGPathElement>(null);
  // The tool may change before the pointer is lifted: then nothing is drawn or erased.
  useEffect(
    () => () => {
      for (const id of gesture.current?.erasedIds ?? []) nodeOf(id)?.toggleAttribute("data-erased", false);
    },
    [],
  );
  const draw = (points: readonly StrokePoint[]) => line.current?.setAttribute("d", smoothPath(points));

  function start(event: PointerEvent<HTMLDivElement>): void {
    // A palm on the screen draws nothing while the pen does.
    if (gesture.current || event.button !== 0 || !mayWrite) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    const canvas = event.currentTarget.closest(".react-flow")?.getBoundingClientRect();
    const placeOf: Gesture["placeOf"] = ({ clientX, clientY }) => {
      const { x, y, zoom } = flow.getViewport();
      return [(clientX - (canvas?.left ?? 0) - x) / zoom, (clientY - (canvas?.top ?? 0) - y) / zoom];
    };
    const first = placeOf(event);
    gesture.current = {
      pointerId: event.pointerId,
      placeOf,
      points: [first],
      strokes: tool === "eraser" ? erasableStrokes(snapshot.items.values()) : [],
      erasedIds: [],
    };
    if (tool === "pen") draw([first]);
    else erase(gesture.current, first);
  }

  function follow(event: PointerEvent<HTMLDivElement>): void {
    const current = gesture.current;
    if (current?.pointerId !== event.pointerId) return;
    // The places between two frames, where the browser has them.
    const between = event.nativeEvent.getCoalescedEvents?.() ?? [];
    for (const one of between.length > 0 ? between : [event]) {
      const place = current.placeOf(one);
      if (tool === "eraser") erase(current, place);
      else extend(current.points, place);
    }
    if (tool === "pen") draw(current.points);
  }

  /** Fades the strokes that the eraser passes on its way to a place. */
  function erase(current: Gesture, place: StrokePoint): void {
    const before = current.points.at(-1) ?? place;
    current.points = [place];
    const reach = eraserReach / flow.getZoom();
    current.strokes = current.strokes.filter((stroke) => {
      if (!isTouched(stroke, before, place, reach)) return true;
      current.erasedIds.push(stroke.id);
      nodeOf(stroke.id)?.toggleAttribute("data-erased", true);
      return false;
    });
  }

  function end(event: PointerEvent<HTMLDivElement>): void {
    const current = gesture.current;
    if (current?.pointerId !== event.pointerId) return;
    gesture.current = null;
    draw([]);
    for (const id of current.erasedIds) nodeOf(id)?.toggleAttribute("data-erased", false);
    // The browser took the pointer for something else, or the right to write has ended.
    if (event.type !== "pointerup" || !mayWrite) return;
    if (tool === "pen") {
      const element = strokeElement(current.points, pen, flow.getZoom());
      if (!element) return;
      const [x, y] = element.at;
      const [width, height] = element.size;
      actions.addElement({ ...element, frame: frameAt({ x, y, width, height }, snapshot.items.values()) });
      announce("Drawing added");
    } else if (current.erasedIds.length > 0 && actions.remove(current.erasedIds))
      announce(`${counted(current.erasedIds.length, "drawing")} erased`);
  }

  return (
    <>
      <div
        className="nopan nodrag board-pen-area"
        onPointerDown={start}
        onPointerMove={follow}
        onPointerUp={end}
        onPointerCancel={end}
        onLostPointerCapture={end}
      />
      <svg
        aria-hidden="true"
        data-ink={pen.ink}
        className="board-pen-line pointer-events-none absolute top-0 left-0 size-px overflow-visible"
      >
        <path ref={line} className="board-stroke-line" strokeWidth={penPixels[pen.width]} />
      </svg>
    </>
  );
}

const nodeOf = (id: string): Element | null =>
  document.querySelector(`.board-canvas .react-flow__node[data-id="${CSS.escape(id)}"]`);

const widthNames: Readonly<Record<PenWidth, string>> = { fine: "Fine", medium: "Medium", bold: "Bold" };

/** The widths and colours of the pen, next to the tools. */
export function PenBar({ pen, onPen }: { pen: Pen; onPen: (pen: Pen) => void }) {
  return (
    <div
      role="toolbar"
      aria-label="Pen"
      aria-orientation="vertical"
      className="absolute top-1/2 left-[60px] z-5 flex -translate-y-1/2 flex-col items-center gap-1 rounded-md border bg-surface-raised p-1 shadow-2"
    >
      {penWidths.map((width) => (
        <button
          key={width}
          type="button"
          aria-label={`${widthNames[width]} pen`}
          aria-pressed={pen.width === width}
          className="grid size-7 place-items-center rounded-sm hover:bg-surface-hover aria-pressed:bg-surface-selected"
          onClick={() => onPen({ ...pen, width })}
        >
          <span
            data-ink={pen.ink}
            className="rounded-full bg-(--ink)"
            style={{ width: penPixels[width] + 2, height: penPixels[width] + 2 }}
          />
        </button>
      ))}
      <span aria-hidden="true" className="my-0.5 w-full border-t" />
      {canvasInks.map((ink: CanvasInk) => (
        <button
          key={ink}
          type="button"
          aria-label={`Draw in ${inkNames[ink].toLowerCase()}`}
          aria-pressed={pen.ink === ink}
          data-ink={ink}
          className="group grid size-7 place-items-center rounded-full"
          onClick={() => onPen({ ...pen, ink })}
        >
          <span className="size-4 rounded-full bg-(--ink) group-aria-pressed:outline-2 group-aria-pressed:outline-ring group-aria-pressed:outline-offset-2" />
        </button>
      ))}
    </div>
  );
}
