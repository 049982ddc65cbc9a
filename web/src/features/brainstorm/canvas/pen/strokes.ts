import type { CanvasElement } from "@atoll/contract/documents/canvas";
import {
  type CanvasInk,
  canvasMaxSize,
  maxStrokePoints,
  type PenWidth,
} from "@atoll/contract/documents/canvas-limits";
import { decodeStroke, encodeStroke, type StrokePoint } from "@atoll/contract/documents/stroke";
import type { CanvasItem } from "../board-canvas.ts";
import { clampPoint } from "../geometry.ts";

export type StrokeElement = Extract<CanvasElement, { kind: "stroke" }>;

/** The width and the colour of the pen. */
export interface Pen {
  width: PenWidth;
  ink: CanvasInk;
}

/** In pixels at full size. */
export const penPixels: Readonly<Record<PenWidth, number>> = { fine: 2, medium: 4, bold: 10 };

/** So many places of the pointer are kept while a stroke is drawn: of more, every second one. */
const maxDrawn = 4_000;
/** How far a simplified stroke is from the one that was drawn, in pixels on the screen. */
const toleranceOnScreen = 0.6;

/** Adds a place to a stroke that is being drawn. A long one keeps its shape with fewer places. */
export function extend(points: StrokePoint[], point: StrokePoint): void {
  points.push(point);
  if (points.length <= maxDrawn) return;
  const kept = points.filter((_, index) => index % 2 === 0);
  points.splice(0, points.length, ...kept);
}

/** Returns a stroke as an element; null for one that is too large for a canvas. */
export function strokeElement(
  drawn: readonly StrokePoint[],
  { width, ink }: Pen,
  zoom: number,
): StrokeElement | null {
  const points = simplify(drawn, toleranceOnScreen / zoom);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const corner = [Math.min(...xs), Math.min(...ys)] as const;
  const size: [number, number] = [
    Math.max(1, Math.max(...xs) - corner[0]),
    Math.max(1, Math.max(...ys) - corner[1]),
  ];
  if (points.length === 0 || Math.max(...size) > canvasMaxSize) return null;
  const encoded = encodeStroke(points);
  // Rounded to quarters of a pixel, it may be one of them larger.
  const natural = naturalSize(decodeStroke(encoded) ?? []);
  return {
    ...{ kind: "stroke", at: clampPoint(corner), size: natural, pen: width, points: encoded },
    ...(ink !== "plain" && { ink }),
    ...{ text: "", stack: 0, frame: null, group: null },
  };
}

/**
 * Returns the points that matter: each that is left out is closer to the line between its neighbours than the tolerance,
 * which grows until there are no more points than a stroke may have.
 */
export function simplify(points: readonly StrokePoint[], tolerance: number): StrokePoint[] {
  for (let most = tolerance; ; most *= 2) {
    const kept = withinTolerance(points, most);
    if (kept.length <= maxStrokePoints) return kept;
  }
}

/** By Ramer, Douglas and Peucker, without recursion. */
function withinTolerance(points: readonly StrokePoint[], tolerance: number): StrokePoint[] {
  if (points.length < 3) return [...points];
  const isKept = new Uint8Array(points.length);
  isKept[0] = 1;
  isKept[points.length - 1] = 1;
  const parts: [number, number][] = [[0, points.length - 1]];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [from, to] = part;
    let [farthest, distance] = [-1, tolerance];
    for (let index = from + 1; index < to; index += 1) {
      const one = distanceTo(at(points, index), at(points, from), at(points, to));
      if (one > distance) [farthest, distance] = [index, one];
    }
    if (farthest < 0) continue;
    isKept[farthest] = 1;
    parts.push([from, farthest], [farthest, to]);
  }
  return points.filter((_, index) => isKept[index] === 1);
}

const at = (points: readonly StrokePoint[], index: number): StrokePoint => points[index] ?? [0, 0];

/** The distance of a point from a line between two others. */
function distanceTo([x, y]: StrokePoint, [x1, y1]: StrokePoint, [x2, y2]: StrokePoint): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / length));
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
}

/** The size that the points of a stroke have by themselves. */
function naturalSize(points: readonly StrokePoint[]): [number, number] {
  return [Math.max(1, ...points.map(([x]) => x)), Math.max(1, ...points.map(([, y]) => y))];
}

/** The points of a stroke from its upper left corner, stretched to a size. */
export function pointsOf({ points: encoded }: StrokeElement, [width, height]: readonly [number, number]) {
  const points = decodeStroke(encoded) ?? [];
  const natural = naturalSize(points);
  return points.map(([x, y]): StrokePoint => [(x * width) / natural[0], (y * height) / natural[1]]);
}

/** A smooth line through points, as a path of SVG. */
export function smoothPath(points: readonly StrokePoint[]): string {
  const [first, ...others] = points;
  if (!first) return "";
  const last = others.at(-1);
  // A line without length is drawn as a dot.
  if (!last) return `M${first[0]} ${first[1]}h0`;
  let path = `M${first[0]} ${first[1]}`;
  for (const [index, [x, y]] of others.slice(0, -1).entries()) {
    const [nextX, nextY] = at(others, index + 1);
    path += `Q${x} ${y} ${(x + nextX) / 2} ${(y + nextY) / 2}`;
  }
  return `${path}L${last[0]} ${last[1]}`;
}

/** A stroke that can be rubbed out, by its points on the canvas. */
export interface ErasableStroke {
  id: string;
  points: readonly StrokePoint[];
  /** Half of its width. */
  radius: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The strokes of a canvas, as the eraser finds them. */
export function erasableStrokes(items: Iterable<CanvasItem>): ErasableStroke[] {
  const found: ErasableStroke[] = [];
  for (const { id, element } of items) {
    if (element.kind !== "stroke") continue;
    const { at: corner, size, pen } = element;
    const radius = penPixels[pen] / 2;
    const points = pointsOf(element, size).map(([x, y]): StrokePoint => [x + corner[0], y + corner[1]]);
    const [left, top, right, bottom] = [corner[0], corner[1], corner[0] + size[0], corner[1] + size[1]];
    found.push({ id, points, radius, left, top, right, bottom });
  }
  return found;
}

/** Whether the eraser touches a stroke on its way from one place to another. */
export function isTouched(
  stroke: ErasableStroke,
  from: StrokePoint,
  to: StrokePoint,
  reach: number,
): boolean {
  const most = reach + stroke.radius;
  const isApart =
    Math.max(from[0], to[0]) < stroke.left - most ||
    Math.min(from[0], to[0]) > stroke.right + most ||
    Math.max(from[1], to[1]) < stroke.top - most ||
    Math.min(from[1], to[1]) > stroke.bottom + most;
  if (isApart) return false;
  return stroke.points.some((point, index) => {
    const next = at(stroke.points, Math.min(index + 1, stroke.points.length - 1));
    return segmentsDistance(point, next, from, to) <= most;
  });
}

/** The distance between two lines: 0 where they cross, else that of an end from the other line. */
function segmentsDistance(a: StrokePoint, b: StrokePoint, c: StrokePoint, d: StrokePoint): number {
  const side = (p: StrokePoint, q: StrokePoint, r: StrokePoint) =>
    Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
  if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return 0;
  return Math.min(distanceTo(a, c, d), distanceTo(b, c, d), distanceTo(c, a, b), distanceTo(d, a, b));
}
