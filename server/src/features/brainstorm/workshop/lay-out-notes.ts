import type { CanvasPoint, IdentifiedElement } from "@atoll/contract/documents/canvas";
import { canvasMaxCoordinate } from "@atoll/contract/documents/canvas-limits";

const [width, height] = [132, 114];
/** Space between notes, and from the edge of a frame. */
const gap = 8;
const inset = 10;
/** The name of a frame is above its notes. */
const frameHead = 36;
/** Space between the board and the notes below it. */
const belowBoard = 40;
const columnsBelow = 6;

interface NotePlace {
  at: CanvasPoint;
  frame: string | null;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Returns a place for each note that comes onto a canvas, so that none covers another: in its frame, else below the
 * board. People who wrote in private could not see where the others put theirs.
 */
export function layOutNotes(
  notes: readonly { id: string; frame_id: string | null }[],
  elements: readonly IdentifiedElement[],
): Map<string, NotePlace> {
  const frames = new Map(
    elements.flatMap((one) => (one.element.kind === "frame" ? [[one.id, one] as const] : [])),
  );
  const boxes = elements.flatMap(({ id, element }) =>
    element.kind === "arrow" ? [] : [{ id, frame: element.frame, box: boxOf(element) }],
  );
  const left = Math.min(0, ...boxes.map(({ box }) => box.x));
  const bottom = Math.max(-belowBoard, ...boxes.map(({ box }) => box.y + box.height));
  const below = gridFrom([left, bottom + belowBoard], columnsBelow, []);
  const grids = new Map<string, () => CanvasPoint>();
  return new Map(
    notes.map(({ id, frame_id: frameId }): [string, NotePlace] => {
      const frame = frameId === null ? undefined : frames.get(frameId);
      if (frame?.element.kind !== "frame") return [id, { at: below(), frame: null }];
      const { at, size } = frame.element;
      const next =
        grids.get(frame.id) ??
        gridFrom(
          [at[0] + inset, at[1] + frameHead],
          Math.max(1, Math.floor((size[0] - inset) / (width + gap))),
          boxes.filter((one) => one.frame === frame.id).map(({ box }) => box),
        );
      grids.set(frame.id, next);
      return [id, { at: next(), frame: frame.id }];
    }),
  );
}

/** Returns the places of a grid one after the other, without those that are taken. */
function gridFrom([left, top]: CanvasPoint, columns: number, taken: readonly Box[]): () => CanvasPoint {
  let index = 0;
  return () => {
    for (;;) {
      const x = left + (index % columns) * (width + gap);
      const y = top + Math.floor(index / columns) * (height + gap);
      index += 1;
      if (!taken.some((box) => overlaps(box, { x, y, width, height }))) return [clamp(x), clamp(y)];
    }
  };
}

const boxOf = ({
  at: [x, y],
  size: [wide, high],
}: {
  at: CanvasPoint;
  size: readonly [number, number];
}): Box => ({
  x,
  y,
  width: wide,
  height: high,
});

const overlaps = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const clamp = (value: number) =>
  Math.round(Math.max(-canvasMaxCoordinate, Math.min(canvasMaxCoordinate, value)));
