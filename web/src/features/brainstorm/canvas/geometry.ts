import type { CanvasElement, CanvasPoint } from "@atoll/contract/documents/canvas";
import { canvasMaxCoordinate } from "@atoll/contract/documents/canvas-limits";
import type { CanvasItem, ElementChange } from "./board-canvas.ts";

export const noteSize = [132, 114] as const;
/** Between notes, and from the edge of a frame. */
const gap = 8;
const inset = 10;
/** The name of a frame. */
export const frameHead = 36;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where an element is; an arrow by its ends. */
export function boxOf({ element }: CanvasItem, items: ReadonlyMap<string, CanvasItem>): Box {
  if (element.kind === "arrow") {
    const [from, to] = endsOf(element, items);
    return {
      x: Math.min(from[0], to[0]),
      y: Math.min(from[1], to[1]),
      width: Math.max(1, Math.abs(from[0] - to[0])),
      height: Math.max(1, Math.abs(from[1] - to[1])),
    };
  }
  return { x: element.at[0], y: element.at[1], width: element.size[0], height: element.size[1] };
}

type Arrow = Extract<CanvasElement, { kind: "arrow" }>;

/**
 * The two ends of an arrow. A straight one leaves an element where the line between the middles does; one that bends
 * leaves it in the middle of a side.
 */
export function endsOf(arrow: Arrow, items: ReadonlyMap<string, CanvasItem>): [CanvasPoint, CanvasPoint] {
  const { from, to } = arrowEnds(arrow, items);
  return [from, to];
}

/** The ends of an arrow, and whether it leaves them sideways rather than up or down. */
export function arrowEnds(
  arrow: Arrow,
  items: ReadonlyMap<string, CanvasItem>,
): { from: CanvasPoint; to: CanvasPoint; isFlat: boolean } {
  const from = endBox(arrow.from, items) ?? pointBox(arrow.at);
  const to = endBox(arrow.to, items) ?? pointBox(arrow.at);
  const [start, end] = [middleOf(from), middleOf(to)];
  const isFlat = Math.abs(end[0] - start[0]) >= Math.abs(end[1] - start[1]);
  if ((arrow.line ?? "straight") === "straight")
    return { from: edgeTowards(from, end), to: edgeTowards(to, start), isFlat };
  const axis = isFlat ? 0 : 1;
  return { from: sideTowards(from, end, axis), to: sideTowards(to, start, axis), isFlat };
}

/** The middle of the side of a box that faces a place. */
function sideTowards(box: Box, place: CanvasPoint, axis: 0 | 1): CanvasPoint {
  const [x, y] = middleOf(box);
  const half = (axis === 0 ? box.width : box.height) / 2;
  const isAfter = place[axis] >= (axis === 0 ? x : y);
  const by = isAfter ? half : -half;
  return axis === 0 ? [x + by, y] : [x, y + by];
}

function endBox(end: Arrow["from"], items: ReadonlyMap<string, CanvasItem>): Box | undefined {
  if ("point" in end) return pointBox(end.point);
  const item = items.get(end.element);
  return item && item.element.kind !== "arrow" ? boxOf(item, items) : undefined;
}

const pointBox = ([x, y]: CanvasPoint): Box => ({ x, y, width: 0, height: 0 });
const middleOf = ({ x, y, width, height }: Box): CanvasPoint => [x + width / 2, y + height / 2];

function edgeTowards(box: Box, [x, y]: CanvasPoint): CanvasPoint {
  const [middleX, middleY] = middleOf(box);
  const [dx, dy] = [x - middleX, y - middleY];
  const share = Math.min(
    1,
    dx === 0 ? Number.POSITIVE_INFINITY : box.width / 2 / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : box.height / 2 / Math.abs(dy),
  );
  return [middleX + dx * share, middleY + dy * share];
}

/** The frame that the middle of a box is in; the smallest where several are. */
export function frameAt(box: Box, items: Iterable<CanvasItem>): string | null {
  const [x, y] = middleOf(box);
  let found: { id: string; area: number } | undefined;
  for (const { id, element } of items) {
    if (element.kind !== "frame") continue;
    const [left, top] = element.at;
    const [width, height] = element.size;
    const isIn = x >= left && x <= left + width && y >= top && y <= top + height;
    if (isIn && width * height < (found?.area ?? Number.POSITIVE_INFINITY))
      found = { id, area: width * height };
  }
  return found?.id ?? null;
}

/**
 * The elements that a frame at a place takes in: those whose middle is in it and that are in no frame. One that another
 * frame has stays there, until it is moved itself.
 */
export function takenInBy(frame: Box, items: Iterable<CanvasItem>): string[] {
  const found: string[] = [];
  for (const { id, element } of items) {
    if (element.kind === "frame" || element.kind === "arrow" || element.frame !== null) continue;
    const { at, size } = element;
    const [x, y] = [at[0] + size[0] / 2, at[1] + size[1] / 2];
    if (x >= frame.x && x <= frame.x + frame.width && y >= frame.y && y <= frame.y + frame.height)
      found.push(id);
  }
  return found;
}

/** The first free place for a note in a frame, or around a place on the open canvas. */
export function freePlace(
  items: ReadonlyMap<string, CanvasItem>,
  frame: CanvasItem | undefined,
  around: CanvasPoint,
): CanvasPoint {
  return freePlaces(items, frame, around, 1)[0] ?? clampPoint(around);
}

/** So many places of the grid are looked at for each place that is needed, and for each element that may take one. */
const maxLooked = 4;

/** The first free places for notes in a frame, or around a place on the open canvas. */
export function freePlaces(
  items: ReadonlyMap<string, CanvasItem>,
  frame: CanvasItem | undefined,
  around: CanvasPoint,
  count: number,
): CanvasPoint[] {
  const [width, height] = noteSize;
  const isFrame = frame?.element.kind === "frame";
  const [left, top] = isFrame ? [frame.element.at[0] + inset, frame.element.at[1] + frameHead] : around;
  const room = isFrame && "size" in frame.element ? frame.element.size[0] - inset : 6 * (width + gap);
  const columns = Math.max(1, Math.floor(room / (width + gap)));
  const taken = [...items.values()]
    .filter(({ element: { kind } }) => kind !== "frame" && kind !== "arrow" && kind !== "stroke")
    .map((item) => boxOf(item, items));
  const places: CanvasPoint[] = [];
  for (let index = 0; places.length < count; index += 1) {
    const x = left + (index % columns) * (width + gap);
    const y = top + Math.floor(index / columns) * (height + gap);
    const isLast = index >= maxLooked * (count + taken.length);
    if (isLast || !taken.some((box) => overlaps(box, { x, y, width, height })))
      places.push(clampPoint([x, y]));
  }
  return places;
}

const overlaps = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** A place within the bounds of a canvas, in whole pixels. */
export function clampPoint([x, y]: readonly [number, number]): CanvasPoint {
  const clamp = (value: number) =>
    Math.round(Math.max(-canvasMaxCoordinate, Math.min(canvasMaxCoordinate, value)));
  return [clamp(x), clamp(y)];
}

export type Alignment = "left" | "centre" | "top" | "row";

/** Where elements go when they are aligned. `row`: side by side, in the order they are in. */
export function align(boxes: ReadonlyMap<string, Box>, to: Alignment): Map<string, CanvasPoint> {
  const all = [...boxes.values()];
  const left = Math.min(...all.map(({ x }) => x));
  const top = Math.min(...all.map(({ y }) => y));
  const right = Math.max(...all.map(({ x, width }) => x + width));
  let next = left;
  return new Map(
    [...boxes]
      .toSorted(([, a], [, b]) => a.x - b.x || a.y - b.y)
      .map(([id, { x, y, width }]) => {
        const inRow = next;
        next += width + gap;
        if (to === "left") return [id, clampPoint([left, y])];
        if (to === "centre") return [id, clampPoint([(left + right - width) / 2, y])];
        if (to === "top") return [id, clampPoint([x, top])];
        return [id, clampPoint([inRow, top])];
      }),
  );
}

/** The frame that an element is in after a move. Frames are in none. */
export function frameChange(item: CanvasItem, moved: ReadonlyMap<string, CanvasItem>): ElementChange {
  if (item.element.kind === "frame" || item.element.kind === "arrow") return {};
  return { frame: frameAt(boxOf(item, moved), moved.values()) };
}
