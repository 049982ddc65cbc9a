import type { CanvasElement, CanvasPoint } from "@atoll/contract/documents/canvas";
import type { CanvasItem } from "../board-canvas.ts";
import { arrowEnds } from "../geometry.ts";

/** An arrow as paths of SVG, which the screen, the print and the picture draw. */
export interface ArrowPath {
  line: string;
  /** A triangle for each head. */
  heads: string[];
  /** Where the label is. */
  middle: CanvasPoint;
}

const headLength = 12;
/** Between the line and either side of a head, in radians. */
const headAngle = 0.4;

/** Returns the paths of an arrow between the elements that it joins. */
export function arrowPath(
  arrow: Extract<CanvasElement, { kind: "arrow" }>,
  items: ReadonlyMap<string, CanvasItem>,
): ArrowPath {
  const { from, to, isFlat } = arrowEnds(arrow, items);
  const line = arrow.line ?? "straight";
  const middle: CanvasPoint = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  // The places where the line turns, and which way its ends look.
  const turns: CanvasPoint[] =
    line === "straight"
      ? []
      : isFlat
        ? [
            [middle[0], from[1]],
            [middle[0], to[1]],
          ]
        : [
            [from[0], middle[1]],
            [to[0], middle[1]],
          ];
  const points = [from, ...turns, to];
  const rest = points.slice(1).map(([x, y]) => `${x} ${y}`);
  const path = line === "curved" ? `C${rest.join(" ")}` : rest.map((point) => `L${point}`).join(" ");
  const heads = arrow.heads ?? "end";
  return {
    line: `M${from[0]} ${from[1]} ${path}`,
    heads: [
      ...(heads === "none" ? [] : [headAt(to, lastOther(points.toReversed(), from))]),
      ...(heads === "both" ? [headAt(from, lastOther(points, to))] : []),
    ],
    middle,
  };
}

/** Returns the first point after an end that is elsewhere: the head points away from it. */
function lastOther([end, ...others]: readonly CanvasPoint[], fallback: CanvasPoint): CanvasPoint {
  return others.find((one) => end && (one[0] !== end[0] || one[1] !== end[1])) ?? fallback;
}

function headAt(tip: CanvasPoint, before: CanvasPoint): string {
  const angle = Math.atan2(tip[1] - before[1], tip[0] - before[0]);
  const side = (sign: number) =>
    [Math.cos, Math.sin]
      .map((of, axis) => rounded((tip[axis] ?? 0) - headLength * of(angle + headAngle * sign)))
      .join(" ");
  return `M${tip[0]} ${tip[1]} L${side(-1)} L${side(1)} Z`;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
