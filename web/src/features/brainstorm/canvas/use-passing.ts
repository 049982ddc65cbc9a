import type { CanvasPointer, CanvasView } from "@atoll/contract/documents/canvas";
import { maxMovedAtOnce } from "@atoll/contract/documents/canvas-limits";
import type { CoEditor } from "@atoll/contract/documents/schemas";
import { useEffect, useMemo, useState } from "react";
import type { SharedDocument } from "../../../capabilities/documents/sharing/shared-document.ts";
import { clampPoint } from "./geometry.ts";
import type { PassingPlace } from "./use-flow-nodes.ts";

/** The other pages, drawn again at most once a frame. */
export function useOthers(document: SharedDocument): readonly CoEditor[] {
  const [others, setOthers] = useState(document.coEditors);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        setOthers(document.coEditors());
      });
    };
    document.awareness.on("change", look);
    return () => {
      cancelAnimationFrame(frame);
      document.awareness.off("change", look);
    };
  }, [document]);
  return others;
}

/** Elements on their way, by what others and this person move. */
export function usePassing(
  others: readonly CoEditor[],
  own: ReadonlyMap<string, PassingPlace>,
): ReadonlyMap<string, PassingPlace> {
  return useMemo(() => {
    const passing = new Map<string, PassingPlace>();
    for (const { pointer } of others) {
      for (const { id, at, size } of pointer?.moving ?? []) passing.set(id, size ? { at, size } : { at });
    }
    for (const [id, place] of own) passing.set(id, place);
    return passing;
  }, [others, own]);
}

/** Shows the others where the viewer is on the canvas, a few times a second. */
export interface OwnPointer {
  point(part: Partial<CanvasPointer>): void;
  leave(): void;
}

export function createOwnPointer(document: SharedDocument): OwnPointer {
  let pointer: CanvasPointer = { at: null, view: null, selectedIds: [], moving: [] };
  return {
    point(part) {
      pointer = { ...pointer, ...part };
      document.awareness.setLocalStateField("pointer", pointer);
    },
    leave() {
      pointer = { ...pointer, at: null, moving: [] };
      document.awareness.setLocalStateField("pointer", pointer);
    },
  };
}

export function movingOf(places: ReadonlyMap<string, PassingPlace>): CanvasPointer["moving"] {
  return [...places].slice(0, maxMovedAtOnce).map(([id, { at, size }]) => ({
    id,
    at: clampPoint(at),
    ...(size && { size }),
  }));
}

/** The part of the canvas that is seen through a window of this size. */
export function viewOf(
  { x, y, zoom }: { x: number; y: number; zoom: number },
  { width, height }: { width: number; height: number },
): CanvasView {
  const [middleX, middleY] = clampPoint([(width / 2 - x) / zoom, (height / 2 - y) / zoom]);
  return { x: middleX, y: middleY, zoom };
}
