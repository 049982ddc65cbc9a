import { canvasElementSchema } from "@atoll/contract/documents/canvas";
import { maxStrokePoints } from "@atoll/contract/documents/canvas-limits";
import type { StrokePoint } from "@atoll/contract/documents/stroke";
import { expect, test } from "vitest";
import {
  erasableStrokes,
  extend,
  isTouched,
  pointsOf,
  type StrokeElement,
  simplify,
  smoothPath,
  strokeElement,
} from "./strokes.ts";

const pen = { width: "medium", ink: "coral" } as const;
const wave = (count: number): StrokePoint[] =>
  Array.from({ length: count }, (_, index) => [100 + index / 4, 200 + 60 * Math.sin(index / 20)]);

test("a stroke becomes one element that the server takes, close to what was drawn and in few points", () => {
  const drawn = wave(3_000);
  const element = strokeElement(drawn, pen, 1) as StrokeElement;
  expect(canvasElementSchema.parse(element)).toEqual(element);
  expect(element).toMatchObject({ kind: "stroke", pen: "medium", ink: "coral", at: [100, 140] });
  const points = pointsOf(element, element.size);
  expect(points.length).toBeLessThan(drawn.length / 5);
  for (const [x, y] of points)
    expect(Math.abs(140 + y - (200 + 60 * Math.sin((x * 4) / 20)))).toBeLessThan(2);
});

test("a stroke of any length is within the limit of points, and keeps its ends", () => {
  const drawn: StrokePoint[] = [];
  for (let index = 0; index < 30_000; index += 1)
    extend(drawn, [(index * 7919) % 1_000, (index * 104_729) % 1_000]);
  const points = simplify(drawn, 0.1);
  expect(points.length).toBeLessThanOrEqual(maxStrokePoints);
  expect([points[0], points.at(-1)]).toEqual([drawn[0], drawn.at(-1)]);
});

test("a press without a move is a dot, and a stroke wider than a canvas is none", () => {
  const dot = strokeElement([[5, 5]], { ...pen, ink: "plain" }, 1) as StrokeElement;
  expect(canvasElementSchema.parse(dot)).toEqual(dot);
  expect(dot).not.toHaveProperty("ink");
  expect(smoothPath(pointsOf(dot, dot.size))).toBe("M0 0h0");
  expect(
    strokeElement(
      [
        [0, 0],
        [90_000, 0],
      ],
      pen,
      1,
    ),
  ).toBeNull();
});

test("the eraser takes strokes that it touches or crosses between two places of the pointer, and no others", () => {
  const lineFrom = (x: number): StrokeElement =>
    strokeElement(
      [
        [x, 0],
        [x, 100],
      ],
      pen,
      1,
    ) as StrokeElement;
  const strokes = erasableStrokes(
    [0, 300].map((x) => ({ id: `at ${x}`, authorId: null, element: lineFrom(x) })),
  );
  const touched = (from: StrokePoint, to: StrokePoint) =>
    strokes.filter((one) => isTouched(one, from, to, 4)).map(({ id }) => id);
  expect(touched([-50, 50], [50, 50])).toEqual(["at 0"]);
  expect(touched([5, 40], [5, 40])).toEqual(["at 0"]);
  expect(touched([-50, 50], [350, 50])).toEqual(["at 0", "at 300"]);
  expect(touched([20, 50], [280, 50])).toEqual([]);
  expect(touched([-50, 150], [50, 150])).toEqual([]);
});

test("a stroke that was resized is drawn in its new size", () => {
  const element = strokeElement(
    [
      [0, 0],
      [100, 50],
    ],
    pen,
    1,
  ) as StrokeElement;
  expect(pointsOf(element, [200, 50])).toEqual([
    [0, 0],
    [200, 50],
  ]);
});
