import type { CanvasPointer, CanvasView } from "@atoll/contract/documents/canvas";
import type { CoEditor } from "@atoll/contract/documents/schemas";
import { useStoreApi } from "@xyflow/react";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { SharedDocument } from "../../../../capabilities/documents/sharing/document-status.ts";
import type { BoardCanvas, CanvasItem } from "../board-canvas.ts";
import { clampPoint } from "../geometry.ts";
import type { PassingPlace } from "../use-flow-nodes.ts";
import { createOthersMoves } from "./others-moves.ts";

/** Calls `work` before the next frame after others moved. @returns a function that ends it. */
export function onPointers({ awareness }: Pick<SharedDocument, "awareness">, work: () => void): () => void {
  let frame = 0;
  const look = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      work();
    });
  };
  awareness.on("change", look);
  return () => {
    cancelAnimationFrame(frame);
    awareness.off("change", look);
  };
}

/** The other pages, drawn again at most once a frame. */
export function useOthers(document: SharedDocument): readonly CoEditor[] {
  const [others, setOthers] = useState(document.coEditors);
  useEffect(() => onPointers(document, () => setOthers(document.coEditors())), [document]);
  return others;
}

/** Elements on their way, by what others and this person move. */
export function passingOf(
  others: readonly CoEditor[],
  own: ReadonlyMap<string, PassingPlace>,
): ReadonlyMap<string, PassingPlace> {
  const passing = new Map<string, PassingPlace>();
  for (const { pointer } of others) {
    for (const { id, at, size } of pointer?.moving ?? []) passing.set(id, size ? { at, size } : { at });
  }
  for (const [id, place] of own) passing.set(id, place);
  return passing;
}

interface Watched {
  document: SharedDocument;
  canvas: Pick<BoardCanvas, "getSnapshot" | "subscribe">;
  box: RefObject<HTMLElement | null>;
  /** The elements as the flow draws them. */
  drawn: ReadonlyMap<string, CanvasItem>;
  /** Elements that the viewer moves, which the flow draws. */
  own: ReadonlyMap<string, PassingPlace>;
}

/**
 * Draws what others move, at most once a frame.
 * @returns what the flow itself must draw elsewhere.
 */
export function useOthersMoves(watched: Watched): ReadonlyMap<string, PassingPlace> {
  const { document, canvas, box, drawn, own } = watched;
  const flow = useStoreApi();
  const [flowPlaces, setFlowPlaces] = useState<ReadonlyMap<string, PassingPlace>>(new Map());
  const latest = useRef({ drawn, own });
  const [moves] = useState(() => {
    const known = new Map<string, HTMLElement>();
    return createOthersMoves({
      moving: () => movedByOthers(document.coEditors(), canvas.getSnapshot().items, latest.current),
      placeOf: (id) => placeOf(latest.current.drawn.get(id)),
      drawnOf(id) {
        const before = known.get(id);
        if (before?.isConnected) return before;
        const node = `.react-flow__node[data-id="${CSS.escape(id)}"]`;
        const found = box.current?.querySelector<HTMLElement>(node) ?? undefined;
        if (found) known.set(id, found);
        else known.delete(id);
        return found;
      },
      isInView([atX, atY]) {
        const { width, height, transform } = flow.getState();
        const [x, y, zoom] = transform;
        const [left, top, reach] = [atX * zoom + x, atY * zoom + y, nodeReach * zoom];
        return left > -reach && top > -reach && left < width && top < height;
      },
      onFlowPlaces: setFlowPlaces,
    });
  });
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        moves.draw();
      });
    };
    document.awareness.on("change", look);
    const end = canvas.subscribe(look);
    return () => {
      cancelAnimationFrame(frame);
      document.awareness.off("change", look);
      end();
    };
  }, [moves, document, canvas]);
  // A node that the flow has put elsewhere needs another shift, in the same frame.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each drawing of the nodes, and then only
  useLayoutEffect(() => {
    latest.current = { drawn, own };
    moves.draw();
  }, [moves, drawn, own, flowPlaces]);
  return flowPlaces;
}

function movedByOthers(
  others: readonly CoEditor[],
  items: ReadonlyMap<string, CanvasItem>,
  { drawn, own }: Pick<Watched, "drawn" | "own">,
): Iterable<CanvasPointer["moving"][number]> {
  const moved = new Map<string, CanvasPointer["moving"][number]>();
  if (items !== drawn)
    for (const [id, item] of items) {
      const at = drawn.get(id) === item ? undefined : placeOf(item);
      if (at) moved.set(id, { id, at });
    }
  for (const { pointer } of others) for (const one of pointer?.moving ?? []) moved.set(one.id, one);
  for (const id of own.keys()) moved.delete(id);
  return moved.values();
}

function placeOf(item: CanvasItem | undefined) {
  return item && item.element.kind !== "arrow" ? item.element.at : undefined;
}

/** Elements are drawn from their upper left corner, and few are larger than this. */
const nodeReach = 400;

/** The part of the canvas that is seen through a window of this size. */
export function viewOf(
  { x, y, zoom }: { x: number; y: number; zoom: number },
  { width, height }: { width: number; height: number },
): CanvasView {
  const [middleX, middleY] = clampPoint([(width / 2 - x) / zoom, (height / 2 - y) / zoom]);
  return { x: middleX, y: middleY, zoom };
}
