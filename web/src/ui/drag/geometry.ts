/** Points and boxes of a drag, in CSS pixels of the window. */
export interface Point {
  x: number;
  y: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Before which of `count` boxes, which stand below each other, something is dropped at this height; `count`: behind the
 * last one. Looks at as few boxes as it can, for looking is what costs.
 */
export function indexAt(count: number, boxOf: (index: number) => Box, y: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    const { top, bottom } = boxOf(middle);
    if (y < (top + bottom) / 2) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Which box a point is in, or the nearest one within `reach`; -1 where all are further away. */
export function nearest(boxes: readonly Box[], point: Point, reach: number): number {
  let found = -1;
  let shortest = reach;
  for (const [index, box] of boxes.entries()) {
    const distance = distanceTo(box, point);
    // The later of two overlapping boxes is on top.
    if (distance > shortest || (distance === shortest && found >= 0 && distance > 0)) continue;
    found = index;
    shortest = distance;
  }
  return found;
}

function distanceTo(box: Box, { x, y }: Point): number {
  const aside = Math.max(box.left - x, 0, x - box.right);
  const above = Math.max(box.top - y, 0, y - box.bottom);
  return Math.hypot(aside, above);
}

export type Direction = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

export function isDirection(key: string): key is Direction {
  return key === "ArrowUp" || key === "ArrowDown" || key === "ArrowLeft" || key === "ArrowRight";
}

/** The next box in a direction: the one with the least way ahead, aside counting double; -1 where there is none. */
export function neighbour(boxes: readonly Box[], from: Box, direction: Direction): number {
  const start = middleOf(from);
  let found = -1;
  let shortest = Number.POSITIVE_INFINITY;
  for (const [index, box] of boxes.entries()) {
    const { x, y } = middleOf(box);
    const right = x - start.x;
    const down = y - start.y;
    const ahead = { ArrowUp: -down, ArrowDown: down, ArrowLeft: -right, ArrowRight: right }[direction];
    const aside = Math.abs(direction === "ArrowUp" || direction === "ArrowDown" ? right : down);
    const isBeside = ahead > 1 && ahead >= aside / 2;
    if (!isBeside || ahead + 2 * aside >= shortest) continue;
    found = index;
    shortest = ahead + 2 * aside;
  }
  return found;
}

function middleOf({ left, top, right, bottom }: Box): Point {
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

/** So near to its edge, a scrolling box begins to scroll. */
const edgePx = 56;
const fastestPxPerSecond = 1400;

/** How fast something scrolls along one axis while a pointer is at `at`: negative towards the start, 0 away from the edges. */
export function scrollSpeed(at: number, start: number, end: number): number {
  const edge = Math.min(edgePx, (end - start) / 4);
  const into = at < start + edge ? at - (start + edge) : at > end - edge ? at - (end - edge) : 0;
  const share = Math.max(-1, Math.min(1, into / edge));
  return Math.sign(share) * share * share * fastestPxPerSecond;
}
