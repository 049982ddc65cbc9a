import { canvasMaxSize, maxStrokePoints } from "./canvas-limits.ts";

/**
 * A freehand stroke as text: for each point the difference from the one before it, in quarters of a pixel, as two
 * numbers of five bits a character. The leftmost point is at x = 0 and the uppermost at y = 0.
 */
export type StrokePoint = readonly [x: number, y: number];

/** Parts of a pixel. */
const unit = 4;
/** A difference of the largest size takes four characters. */
export const strokeMaxLength = maxStrokePoints * 2 * 4;

/** Writes points, moved so that the leftmost is at x = 0 and the uppermost at y = 0, in quarters of a pixel. */
export function encodeStroke(points: readonly StrokePoint[]): string {
  const placed = points.map(([x, y]) => [Math.round(x * unit), Math.round(y * unit)] as const);
  const least = (axis: 0 | 1) =>
    placed.reduce((min, point) => Math.min(min, point[axis]), Number.POSITIVE_INFINITY);
  let [beforeX, beforeY] = [least(0), least(1)];
  let encoded = "";
  for (const [x, y] of placed) {
    encoded += encodeNumber(x - beforeX) + encodeNumber(y - beforeY);
    [beforeX, beforeY] = [x, y];
  }
  return encoded;
}

/** Reads points; null for text that `encodeStroke` would not write, or too many or too large points. */
export function decodeStroke(encoded: string): StrokePoint[] | null {
  if (encoded.length > strokeMaxLength) return null;
  const points: StrokePoint[] = [];
  let [at, x, y] = [0, 0, 0];
  let [leastX, leastY] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const next = (): number => {
    let value = 0;
    for (let shift = 0; shift < 20; shift += 5) {
      const code = encoded.charCodeAt(at) - firstCode;
      // Also past the end, where the code is not a number.
      if (!(code >= 0 && code < 64)) return Number.NaN;
      at += 1;
      value += (code & 31) << shift;
      if (code < 32) return code === 0 && shift > 0 ? Number.NaN : (value >> 1) ^ -(value & 1);
    }
    return Number.NaN;
  };
  while (at < encoded.length) {
    x += next();
    y += next();
    if (!(x >= 0 && y >= 0 && x <= canvasMaxSize * unit && y <= canvasMaxSize * unit)) return null;
    if (points.length >= maxStrokePoints) return null;
    [leastX, leastY] = [Math.min(leastX, x), Math.min(leastY, y)];
    points.push([x / unit, y / unit]);
  }
  return leastX === 0 && leastY === 0 ? points : null;
}

const firstCode = "?".charCodeAt(0);

/** Writes an integer: its sign is the lowest bit, and each character but the last says that another follows. */
function encodeNumber(value: number): string {
  let left = value < 0 ? -2 * value - 1 : 2 * value;
  let encoded = "";
  while (left >= 32) {
    encoded += String.fromCharCode((left & 31) + 32 + firstCode);
    left >>= 5;
  }
  return encoded + String.fromCharCode(left + firstCode);
}
