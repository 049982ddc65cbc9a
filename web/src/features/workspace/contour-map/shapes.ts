import { createNoise } from "./noise.ts";

interface Point {
  x: number;
  y: number;
}

export interface Islet {
  /** Where the dot sits. */
  centre: Point;
  beach: string;
  green: string;
}

export interface AtollShapes {
  /** From the open sea towards the reef. */
  sea: string[];
  lagoon: string;
  /** From the reef towards the deepest water. */
  depths: string[];
  reef: string;
  reefTop: string;
  islets: Islet[];
}

/** Where an islet lies on the ring: degrees clockwise from east, then half its length and half its width. */
export interface IsletPlace {
  degrees: number;
  length: number;
  width: number;
}

export const mapSize = { width: 960, height: 800 };
const centre: Point = { x: 462, y: 412 };
const seaLevels = 9;
const depthLevels = 4;
/** The way into the lagoon: at upper right, as in every broken ring of the product. */
const opening = { degrees: -29, halfWidth: 9 };

/**
 * Draws an atoll as a sea chart does: lines of equal depth around a ring of land with one opening. Every
 * line is the ring's own outline at another distance, bent a little further by the noise at each step, so
 * neighbouring lines resemble each other and never cross.
 */
export function drawAtoll(seed: number, places: readonly IsletPlace[]): AtollShapes {
  const noise = createNoise(seed);
  const radiusAt = (angle: number, level: number) => {
    const wander = noise(Math.cos(angle) * 1.25 + 5, Math.sin(angle) * 1.25 + 5, level * 0.16);
    return 1 + wander * (0.28 + 0.02 * Math.abs(level));
  };
  const ring = (angle: number, level: number, size: number): Point => {
    const radius = radiusAt(angle, level) * size;
    return { x: centre.x + Math.cos(angle) * radius * 1.12, y: centre.y + Math.sin(angle) * radius * 0.94 };
  };
  const contour = (level: number, size: number) =>
    closedPath(angles(96).map((angle) => ring(angle, level, size)));

  const shore = 222;
  const land = (widest: number) => band((angle, offset) => ring(angle, 0, shore + offset), widest, noise);
  return {
    sea: count(seaLevels).map((step) => {
      const level = seaLevels - step;
      return contour(level, shore + 26 + level * (34 + level * 2.2));
    }),
    lagoon: contour(0, shore),
    depths: count(depthLevels).map((step) => contour(-(step + 1) * 0.9, shore - 30 - step * 41)),
    reef: land(24),
    reefTop: land(12),
    islets: places.map((place, index) => islet(place, index, (angle) => ring(angle, 0, shore), noise)),
  };
}

/** A strip along the ring that leaves the opening free, with round ends and an uneven width. */
function band(
  at: (angle: number, offset: number) => Point,
  widest: number,
  noise: ReturnType<typeof createNoise>,
): string {
  const inset = (24 - widest) * 0.24;
  const from = radians(opening.degrees + opening.halfWidth + inset);
  const to = radians(opening.degrees + 360 - opening.halfWidth - inset);
  // Denser towards the ends, where the outline turns fastest.
  const steps = count(121).map((step) => (1 - Math.cos((step / 120) * Math.PI)) / 2);
  const halfWidth = (t: number) => {
    const fromEnd = Math.min(t, 1 - t) * (to - from);
    const round = Math.min(1, fromEnd / radians(widest * 0.22));
    const uneven = 1 + 0.5 * noise(Math.cos(t * 6.2) * 2 + 20, Math.sin(t * 6.2) * 2, 3);
    return widest * uneven * Math.sqrt(1 - (1 - round) ** 2);
  };
  const outer = steps.map((t) => at(from + (to - from) * t, halfWidth(t)));
  const inner = steps.map((t) => at(from + (to - from) * t, -halfWidth(t))).reverse();
  return closedPath([...outer, ...inner]);
}

function islet(
  place: IsletPlace,
  index: number,
  shoreAt: (angle: number) => Point,
  noise: ReturnType<typeof createNoise>,
): Islet {
  const angle = radians(place.degrees);
  const middle = shoreAt(angle);
  const before = shoreAt(angle - 0.08);
  const after = shoreAt(angle + 0.08);
  const along = Math.atan2(after.y - before.y, after.x - before.x);
  const blob = (grow: number, roughness: number) =>
    closedPath(
      angles(28).map((turn) => {
        const uneven =
          1 + roughness * noise(Math.cos(turn) * 1.2 + index * 9, Math.sin(turn) * 1.2, 40 + grow * 0.01);
        const x = Math.cos(turn) * (place.length + grow) * uneven;
        const y = Math.sin(turn) * (place.width + grow) * uneven;
        return {
          x: middle.x + x * Math.cos(along) - y * Math.sin(along),
          y: middle.y + x * Math.sin(along) + y * Math.cos(along),
        };
      }),
    );
  return { centre: middle, beach: blob(0, 0.2), green: blob(-16, 0.26) };
}

/** A smooth closed line through all points: Catmull-Rom, written as cubic curves. */
function closedPath(points: readonly Point[]): string {
  const at = (index: number): Point => points[(index + points.length) % points.length] ?? centre;
  const curves = points.map((point, index) => {
    const [previous, next, afterNext] = [at(index - 1), at(index + 1), at(index + 2)];
    const first = `${digits(point.x + (next.x - previous.x) / 6)},${digits(point.y + (next.y - previous.y) / 6)}`;
    const second = `${digits(next.x - (afterNext.x - point.x) / 6)},${digits(next.y - (afterNext.y - point.y) / 6)}`;
    return `C${first} ${second} ${digits(next.x)},${digits(next.y)}`;
  });
  return `M${digits(at(0).x)},${digits(at(0).y)}${curves.join("")}Z`;
}

const count = (length: number) => Array.from({ length }, (_, index) => index);
const angles = (steps: number) => count(steps).map((step) => (step / steps) * 2 * Math.PI);
const radians = (degrees: number) => (degrees * Math.PI) / 180;
const digits = (value: number) => Math.round(value * 10) / 10;
