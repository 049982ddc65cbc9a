import type { CanvasPoint } from "@atoll/contract/documents/canvas";

export const noteWidth = 132;
export const noteHeight = 114;
/** Space between notes. */
const gap = 8;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the places of a grid one after the other, without those that are taken. */
export function gridFrom(
  [left, top]: CanvasPoint,
  columns: number,
  taken: readonly Box[],
): () => CanvasPoint {
  let index = 0;
  return () => {
    for (;;) {
      const x = left + (index % columns) * (noteWidth + gap);
      const y = top + Math.floor(index / columns) * (noteHeight + gap);
      index += 1;
      if (!taken.some((box) => overlaps(box, { x, y, width: noteWidth, height: noteHeight }))) return [x, y];
    }
  };
}

export const boxOf = ({
  at: [x, y],
  size: [width, height],
}: {
  at: CanvasPoint;
  size: readonly [number, number];
}): Box => ({ x, y, width, height });

export const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
