import type { ComponentType } from "react";
import { ArrowMark, markOf } from "../canvas/arrows-layer.tsx";
import type { CanvasItem } from "../canvas/board-canvas.ts";
import { type ElementViewProps, nodeTypes } from "../canvas/board-nodes.tsx";
import { useBoardStore } from "../canvas/board-store.tsx";
import { type Box, boxOf } from "../canvas/geometry.ts";
import { type PassingPlace, useFlowNodes } from "../canvas/use-flow-nodes.ts";

const views: Readonly<Record<string, ComponentType<ElementViewProps>>> = nodeTypes;
const nothing: ReadonlyMap<string, PassingPlace> = new Map();
const noIds: ReadonlySet<string> = new Set();
/** Around a frame, and around everything that is on a board. */
const margin = 24;

/** The part of a canvas that a frame takes, or that everything on it takes. */
export function sceneBox(items: ReadonlyMap<string, CanvasItem>, frame: CanvasItem | undefined): Box {
  const shown = frame ? [frame] : [...items.values()];
  const boxes = shown.map((item) => boxOf(item, items));
  const left = boxes.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY);
  const top = boxes.reduce((least, { y }) => Math.min(least, y), Number.POSITIVE_INFINITY);
  if (boxes.length === 0) return { x: 0, y: 0, width: 400, height: 300 };
  const right = boxes.reduce((most, { x, width }) => Math.max(most, x + width), left);
  const bottom = boxes.reduce((most, { y, height }) => Math.max(most, y + height), top);
  return {
    x: left - margin,
    y: top - margin,
    width: right - left + 2 * margin,
    height: bottom - top + 2 * margin,
  };
}

interface BoardSceneProps {
  /** The part of the canvas that is shown. */
  box: Box;
  /** The space for it, in pixels. */
  width: number;
  height: number;
}

/** A part of the canvas as it is now, as large as fits: words stay text and lines stay lines, also on paper. */
export function BoardScene({ box, width, height }: BoardSceneProps) {
  const store = useBoardStore();
  const { items } = store.snapshot;
  const still = { ...store, selectedIds: noIds, mayWrite: false, editingId: null };
  const nodes = useFlowNodes(still, items, nothing, false);
  const scale = Math.min(width / box.width, height / box.height);
  const isIn = (id: string) => {
    const item = items.get(id);
    return item !== undefined && overlaps(boxOf(item, items), box);
  };
  const arrows = [...items.values()].filter(({ id, element }) => element.kind === "arrow" && isIn(id));
  return (
    // Nothing in it takes the keyboard or the pointer.
    <div
      inert
      className="board-scene relative overflow-hidden bg-surface text-left"
      style={{ width: box.width * scale, height: box.height * scale }}
    >
      <div
        className="absolute top-0 left-0 origin-top-left"
        style={{ transform: `scale(${scale}) translate(${-box.x}px, ${-box.y}px)` }}
      >
        {nodes
          .filter(({ id }) => isIn(id))
          .map(({ id, type, position, width: wide = 1, height: high = 1, zIndex, data }) => {
            const View = views[type ?? ""];
            return (
              View && (
                <div
                  key={id}
                  className="absolute"
                  style={{ left: position.x, top: position.y, width: wide, height: high, zIndex }}
                >
                  <View data={data} selected={false} width={wide} height={high} />
                </div>
              )
            );
          })}
        <svg
          aria-hidden="true"
          className="absolute top-0 left-0 size-px overflow-visible"
          style={{ zIndex: 20_000 }}
        >
          {arrows.map(
            ({ id, element }) =>
              element.kind === "arrow" && <ArrowMark key={id} {...markOf(element, items)} />,
          )}
        </svg>
      </div>
    </div>
  );
}

const overlaps = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
